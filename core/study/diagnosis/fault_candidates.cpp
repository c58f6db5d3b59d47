// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/diagnosis/fault_candidates.h"

#include "core/base/units/percent_text.h"
#include "core/base/units/plain_number.h"
#include "core/drawing/network/level_share.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

std::string_view name_of(FaultKind kind) {
    switch (kind) {
    case FaultKind::links: return "links";
    case FaultKind::transport: return "transport";
    case FaultKind::slow_rank: return "slow_rank";
    case FaultKind::clocks: return "clocks";
    case FaultKind::overlap: return "overlap";
    case FaultKind::input: return "input";
    case FaultKind::storage: return "storage";
    case FaultKind::recompute: return "recompute";
    case FaultKind::micro_batch: return "micro_batch";
    case FaultKind::batch: return "batch";
    case FaultKind::precision: return "precision";
    case FaultKind::launches: return "launches";
    case FaultKind::placement: return "placement";
    }
    return {};
}

namespace {

/// How common each is against the others: a judgement, since nobody has published what runs are slow by. What
/// no setting of the launch shows comes first (a transport that fell back, low clocks, a slow GPU), then
/// links and input that somebody else runs, then what one sees in the launch's own arguments.
constexpr double hidden = 5, elsewhere = 3, silent = 2, visible = 1, rare = 0.5;

class Candidates {
public:
    Candidates(const Prepared& prepared, const Evaluation& evaluation)
        : m_impl(prepared.impl())
        , m_plan(evaluation.plan)
        , m_evaluation(evaluation) {}

    std::vector<FaultCandidate> all() {
        links();
        transport();
        gpus();
        overlap();
        input();
        recompute();
        batches();
        precision();
        launches();
        placement();
        return std::move(m_out);
    }

private:
    using Apply = std::function<void(Scenario&)>;

    /// One without anything unknown.
    void add(std::string id, FaultKind kind, double commonness, std::string words, std::string test,
             Apply apply) {
        FaultCandidate out;
        out.id = std::move(id);
        out.kind = kind;
        out.commonness = commonness;
        out.words = [words = std::move(words)](double) { return words; };
        out.apply = [apply = std::move(apply)](Scenario& then, double) { apply(then); };
        out.test = std::move(test);
        m_out.push_back(std::move(out));
    }

    void add_over(std::string id, FaultKind kind, double commonness, double low, double high,
                  std::function<std::string(double)> words, std::string test,
                  std::function<void(Scenario&, double)> apply) {
        FaultCandidate out;
        out.id = std::move(id);
        out.kind = kind;
        out.commonness = commonness;
        out.low = low;
        out.high = high;
        out.words = std::move(words);
        out.apply = std::move(apply);
        out.test = std::move(test);
        m_out.push_back(std::move(out));
    }

    /// Each level that the run's groups may cross.
    void links() {
        const std::vector<FabricLevel>& levels = m_impl.fabric.levels;
        for (size_t i = 0; i < levels.size(); ++i) {
            if (levels[i].roles.empty() && levels[i].name.empty()) continue;
            if (i > 0 && m_evaluation.gpus <= levels[i - 1].block_gpus) continue;
            const std::string role(levels[i].roles.empty() ? std::string_view(levels[i].name)
                                                           : levels[i].roles.front());
            const std::string what = i == 0 ? "links inside the scale-up domain" : border_name(levels, i - 1);
            add_over(
                "links-" + role, FaultKind::links, i == 0 ? silent : elsewhere, 0.05, 0.9,
                [what](double rate) {
                    return fmt::format("{}: {} of their rate is left (width, errors, a slow rail, other "
                                       "traffic)",
                                       what, share_in_percent(rate));
                },
                i == 0 ? "nccl-tests inside one server against `collectives`; nvidia-smi nvlink --status and "
                         "topo -m"
                       : "nccl-tests over two servers and over all, against `collectives`; ibstat and error "
                         "counters of each port",
                [role](Scenario& then, double rate) {
                    LevelConditions& level = then.site.fabric.emplace_back();
                    level.level = role;
                    level.degraded_links = 1;
                    level.degraded_rate = rate;
                });
        }
    }

    void transport() {
        if (m_evaluation.gpus <= m_impl.fabric.scale_up_domain) return;
        if (m_impl.scenario.calibration.network_variant != NetworkVariant::tcp)
            add("transport-tcp", FaultKind::transport, hidden, "collectives go over TCP instead of RDMA",
                "NCCL_DEBUG=INFO: “NET/Socket” where “NET/IB” or the vendor's plugin should stand",
                [](Scenario& then) { then.calibration.network_variant = NetworkVariant::tcp; });
    }

    void gpus() {
        add_over(
            "clocks", FaultKind::clocks, hidden, 0.3, 0.97,
            [](double speed) {
                return fmt::format("all GPUs at {} of their speed", share_in_percent(speed));
            },
            "nvidia-smi -q -d CLOCK,PERFORMANCE,POWER while steps run: clocks, caps and what throttles",
            [](Scenario& then, double speed) {
                for (Element& element : then.cluster.elements)
                    if (element.kind == ElementKind::server)
                        element.speed = element.speed.value_or(1) * speed;
            });
        const std::string* first = nullptr;
        for (const GpuGroup& group : m_impl.fabric.groups)
            if (!first && group.gpus_per_server > 1) first = &group.element;
        if (!first || m_evaluation.gpus < 2) return;
        add_over(
            "slow-rank", FaultKind::slow_rank, hidden, 0.2, 0.97,
            [](double speed) {
                return fmt::format("one GPU at {} of the others' speed: all wait for it",
                                   share_in_percent(speed));
            },
            "times of each rank's computation (profile two steps on all ranks); a GEMM alone on each GPU; "
            "nvidia-smi of the slowest",
            [id = *first](Scenario& then, double speed) {
                Element* const element = then.cluster.find(id);
                if (!element) return;
                element->speed = speed;
                element->slow_gpus = 1;
            });
    }

    void overlap() {
        const std::string test = "profile two steps: does a kernel compute while NCCL's run? "
                                 "CUDA_DEVICE_MAX_CONNECTIONS, overlap flags of the stack";
        const auto off = [&](const char* id, bool Plan::*option, const char* words) {
            if (!(m_plan.*option)) return;
            add(id, FaultKind::overlap, silent, words, test,
                [option](Scenario& then) { then.plan.*option = false; });
        };
        if (m_plan.dp > 1 || m_plan.cp > 1)
            off("no-dp-overlap", &Plan::dp_overlap, "gradients are not reduced behind the backward pass");
        if (m_plan.tp > 1)
            off("no-tp-overlap", &Plan::tp_overlap, "tensor-parallel collectives hide behind no product");
        if (m_plan.ep > 1)
            off("no-ep-overlap", &Plan::ep_overlap, "the experts' exchange hides behind no computation");
    }

    void input() {
        const double servers =
            std::max(1.0, m_evaluation.gpus / std::max(1.0, m_impl.fabric.gpus_per_server));
        const double needed = m_evaluation.samples_per_s / servers;
        if (!(needed > 0)) return;
        add_over(
            "input", FaultKind::input, elsewhere, 0.1 * needed, needed,
            [](double rate) {
                return fmt::format("each server prepares {} samples/s, and steps wait for them",
                                   plain_number(rate));
            },
            "time of next(dataloader) by itself; steps with one batch repeated from memory",
            [](Scenario& then, double rate) { then.site.host_input_rate = rate; });
        const bool has_storage = std::ranges::any_of(m_impl.scenario.cluster.elements, [](const Element& e) {
            return e.kind == ElementKind::storage;
        });
        if (!has_storage || m_impl.fabric.storage_read.si() <= 0) return;
        add_over(
            "storage", FaultKind::storage, visible, 0.001, 0.9,
            [](double share) {
                return fmt::format("the storage reads at {} of its rate", plain_number(100 * share) + " %");
            },
            "fio or IOR from all servers at once; steps with data from a local disk",
            [read = m_impl.fabric.storage_read.si()](Scenario& then, double share) {
                for (Element& element : then.cluster.elements)
                    if (element.kind == ElementKind::storage)
                        element.bandwidth =
                            ByteRate((element.bandwidth ? element.bandwidth->si() : read) * share);
            });
    }

    void recompute() {
        if (m_impl.model.generic) return;
        const auto set = [&](const char* id, double commonness, const char* words, Recompute to) {
            if (m_plan.recompute == to) return;
            add(id, FaultKind::recompute, commonness, words,
                "the launch's arguments; kernels of the forward pass that run again in the backward pass",
                [to](Scenario& then) {
                    then.plan.recompute = to;
                    then.plan.recompute_layers = 0;
                    then.plan.recompute_share = then.plan.recompute_keeps = 0;
                });
        };
        set("recompute-full", visible, "all activations are recomputed", Recompute::full);
        set("recompute-selective", rare, "attention is recomputed", Recompute::selective);
        set("recompute-none", rare, "nothing is recomputed", Recompute::none);
    }

    void batches() {
        const auto micro = [&](double factor, const char* id) {
            const double now = m_plan.micro_batch, then = now * factor;
            const double replica =
                m_evaluation.samples_per_s * m_evaluation.step_time.si() / std::max(1, m_plan.dp);
            if (then < 1 || then != std::floor(then) || then > replica) return;
            add(id, FaultKind::micro_batch, visible,
                fmt::format("micro-batches of {:.0f} instead of {:.0f} sequences", then, now),
                "the launch's arguments; micro-batches a step in a profile",
                [then](Scenario& scenario) { scenario.plan.micro_batch = static_cast<int>(then); });
        };
        micro(0.5, "micro-batch-half");
        micro(0.25, "micro-batch-quarter");
        micro(2, "micro-batch-twice");
        const auto whole = [&](double factor, const char* id, const char* words) {
            const double batch = m_impl.scenario.workload.global_batch * factor;
            if (batch != std::floor(batch)) return;
            add(id, FaultKind::batch, visible, fmt::format("{}: {} sequences a step", words, batch),
                "global batch in the log: tokens or samples of a step",
                [batch](Scenario& scenario) { scenario.workload.global_batch = batch; });
        };
        whole(0.5, "batch-half", "half the batch");
        whole(2, "batch-twice", "twice the batch");
    }

    void precision() {
        const auto set = [&](Precision to, double commonness) {
            if (m_plan.precision == to || m_impl.model.generic) return;
            add(fmt::format("precision-{}", name_of(to)), FaultKind::precision, commonness,
                fmt::format("products run in {} instead of {}", name_of(to), name_of(m_plan.precision)),
                "names of the GEMM kernels in a profile; the launch's arguments",
                [to](Scenario& then) { then.plan.precision = to; });
        };
        if (m_plan.precision >= Precision::fp8) {
            set(Precision::bf16, visible);
            if (m_plan.precision == Precision::nvfp4) set(Precision::fp8, visible);
        } else if (m_plan.precision >= Precision::fp16) {
            set(Precision::tf32, visible);
            set(Precision::fp8, rare);
        }
    }

    void launches() {
        if (m_impl.model.generic || m_plan.graphs != LaunchGraphs::layers) return;
        add("no-graphs", FaultKind::launches, visible, "layers are not captured in CUDA graphs",
            "gaps between kernels in a profile of two steps",
            [](Scenario& then) { then.plan.graphs = LaunchGraphs::none; });
    }

    void placement() {
        const double inside = m_impl.fabric.scale_up_domain;
        if (m_plan.tp < 2 || m_evaluation.gpus <= inside || m_plan.placement == "dp-cp-tp-pp") return;
        add("placement", FaultKind::placement, visible,
            "tensor-parallel ranks do not stand side by side in a server",
            "order of ranks and hosts: the launch's host file, NCCL_DEBUG=INFO",
            [](Scenario& then) { then.plan.placement = "dp-cp-tp-pp"; });
    }

    const Prepared::Impl& m_impl;
    const Plan& m_plan;
    const Evaluation& m_evaluation;
    std::vector<FaultCandidate> m_out;
};

} // namespace

std::vector<FaultCandidate> fault_candidates(const Prepared& prepared, const Evaluation& evaluation) {
    return Candidates(prepared, evaluation).all();
}

} // namespace roofrack
