// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/loads/link_load.h"

#include "core/step/collectives/rate_share.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"
#include "core/step/engine/storage_traffic.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

constexpr std::array<StepPart, StepCost::comm_count> part_of{StepPart::tensor_comm, StepPart::context_comm,
                                                             StepPart::expert_comm, StepPart::pipeline_comm,
                                                             StepPart::data_comm};

/// Seconds at the full line rate that each collective's bytes of a step need.
using Occupied = std::array<double, StepCost::comm_count>;

class LoadReader {
public:
    LoadReader(const Prepared& prepared, const Evaluation& evaluation, const Network& network)
        : m_impl(prepared.impl())
        , m_eval(evaluation)
        , m_network(network)
        , m_batch(batch_of(m_impl))
        , m_by_link(m_impl.scenario.cluster.links.size()) {
        m_state = StepSolver(prepared).solve(evaluation.plan, evaluation.gpus, m_batch);
        m_traffic = step_traffic(m_impl, evaluation.plan, m_batch, m_state);
        place_active();
    }

    std::vector<LinkLoad> read(const NetworkBorders& borders) {
        read_network(borders);
        read_tori(borders);
        read_storage();
        std::vector<LinkLoad> out;
        for (auto& slot : m_by_link)
            if (slot) {
                std::ranges::stable_sort(slot->parts, std::ranges::greater{}, &PartLoad::load);
                out.push_back(std::move(*slot));
            }
        return out;
    }

private:
    /// The first GPUs in drawn order work.
    void place_active() {
        m_active.assign(m_network.nodes.size(), 0);
        double left = m_eval.gpus;
        for (size_t i = 0; i < m_network.nodes.size(); ++i) {
            const double drawn = m_network.nodes[i].gpus * m_network.nodes[i].instances;
            if (drawn <= 0) continue;
            m_active[i] = std::min(1.0, std::max(0.0, left) / drawn);
            left -= drawn;
        }
    }

    double gpus_of(int node) const {
        const NetworkNode& each = m_network.nodes[static_cast<size_t>(node)];
        return each.gpus * each.instances;
    }

    /// Share of a cable's line rate that collectives across the border of such a block can use.
    double usable(const NetworkLink& link, double block_gpus) const {
        const std::vector<FabricLevel>& levels = m_impl.fabric.levels;
        size_t level = 0;
        while (level + 1 < levels.size() && levels[level + 1].block_gpus <= block_gpus * (1 + 1e-9)) ++level;
        const Calibration& calibration = m_impl.scenario.calibration;
        const double quality = m_impl.model.generic ? 1 : software_of(m_impl, m_eval.plan).network_quality;
        return (1 - link.background) * levels[level].left(m_eval.gpus) * levels[level].routing * quality *
               rate_share(link.link_class, levels.front().egress.si(), calibration.network_variant,
                          CollectiveConstants::built_in(), m_impl.defaults->collectives);
    }

    LinkLoad& slot(int link, double capacity, double limit) {
        std::optional<LinkLoad>& out = m_by_link[static_cast<size_t>(link)];
        if (!out) {
            out.emplace();
            out->id = m_impl.scenario.cluster.links[static_cast<size_t>(link)].id;
            out->link = link;
            out->capacity = ByteRate(capacity);
            out->limit = ByteRate(limit);
        }
        return *out;
    }

    void add_parts(LinkLoad& out, const Occupied& occupied) const {
        double bytes = 0;
        for (size_t k = 0; k < occupied.size(); ++k) {
            if (occupied[k] <= 0) continue;
            PartLoad part{part_of[k], Bytes(occupied[k] * out.capacity.si()), Seconds(m_traffic[k].seconds),
                          0};
            const double full = out.limit.si() * m_traffic[k].reach * part.running.si();
            part.load = full > 0 ? std::min(1.0, part.bytes.si() / full) : 0;
            bytes += part.bytes.si();
            out.parts.push_back(part);
        }
        if (m_eval.step_time.si() > 0) out.mean += ByteRate(bytes / m_eval.step_time.si());
    }

    void read_network(const NetworkBorders& borders) {
        struct Sum {
            Occupied occupied{};
            double gpus = 0, usable = 0;
        };
        std::vector<Sum> sums(m_network.links.size());
        for (const NetworkBorder& border : borders.all()) {
            Occupied occupied{};
            for (size_t k = 0; k < occupied.size(); ++k)
                occupied[k] = m_traffic[k].leaving(border.gpus) * border.gpus / border.rate;
            double gpus = 0, active = 0;
            for (const int server : border.servers) {
                gpus += gpus_of(server);
                active += gpus_of(server) * m_active[static_cast<size_t>(server)];
            }
            for (const NetworkBorder::Out& out : border.outs) {
                Sum& sum = sums[static_cast<size_t>(out.link)];
                for (size_t k = 0; k < occupied.size(); ++k) sum.occupied[k] += active * occupied[k];
                sum.gpus += gpus;
                sum.usable += gpus * usable(m_network.links[static_cast<size_t>(out.link)], border.gpus);
            }
        }
        for (size_t l = 0; l < sums.size(); ++l) {
            Sum& sum = sums[l];
            if (sum.gpus <= 0) continue;
            for (double& each : sum.occupied) each /= sum.gpus;
            const NetworkLink& link = m_network.links[l];
            const double capacity = link.span.per_from() *
                                    m_network.nodes[static_cast<size_t>(link.from)].instances *
                                    link.cable.si();
            add_parts(slot(link.link, capacity, capacity * sum.usable / sum.gpus), sum.occupied);
        }
    }

    void read_tori(const NetworkBorders& borders) {
        for (const NetworkLink& drawn : m_network.torus) {
            const Torus* torus = borders.torus(drawn.from);
            if (!torus) continue;
            const double gpus = gpus_of(drawn.from);
            const double capacity = torus->egress(0) * gpus;
            Occupied fullest{};
            double most = 0, block = torus->unit_gpus, at = block;
            for (size_t axis = 0; axis < torus->dims.size(); ++axis) {
                const double egress = torus->egress(axis); // a GPU, over the axes not yet closed
                if (egress <= 0) break;
                Occupied occupied{};
                double sum = 0;
                for (size_t k = 0; k < occupied.size(); ++k) {
                    occupied[k] =
                        m_traffic[k].leaving(block) / egress * m_active[static_cast<size_t>(drawn.from)];
                    sum += occupied[k];
                }
                if (sum > most) {
                    most = sum;
                    fullest = occupied;
                    at = block;
                }
                block *= std::max(1, torus->dims[axis]);
            }
            add_parts(slot(drawn.link, capacity, capacity * usable(drawn, at)), fullest);
        }
    }

    void read_storage() {
        const double step = m_eval.step_time.si();
        if (step <= 0) return;
        const Fabric& fabric = m_impl.fabric;
        const double read = fabric.storage_read.si() > 0 ? m_batch * sample_bytes(m_impl) : 0;
        double written = 0, writing = 0;
        if (fabric.storage_write.si() > 0 && m_state.loss.interval > 0) {
            const double checkpoints = step / m_state.loss.interval; // in a step
            written = m_state.checkpoint_bytes * checkpoints;
            writing = m_state.checkpoint_write * checkpoints;
        }
        for (const StorageShare& share : storage_shares(*m_impl.drawing)) {
            LinkLoad& out = slot(share.link, share.rate, share.rate);
            const auto add = [&](StepPart part, double bytes, double seconds) {
                if (bytes <= 0 || seconds <= 0) return;
                const double carried = share.share * bytes;
                out.parts.push_back({part, Bytes(carried), Seconds(seconds),
                                     std::min(1.0, carried / seconds / out.limit.si())});
            };
            add(StepPart::input, read, step); // read ahead all through the step
            add(StepPart::checkpoint, written, writing);
            out.mean += ByteRate(share.share * std::max(read, written) / step);
        }
    }

    const Prepared::Impl& m_impl;
    const Evaluation& m_eval;
    const Network& m_network;
    double m_batch;
    StepState m_state;
    BorderTraffics m_traffic;
    std::vector<double> m_active; ///< share of each server element's GPUs that work
    std::vector<std::optional<LinkLoad>> m_by_link;
};

} // namespace

std::vector<LinkLoad> link_loads(const Prepared& prepared, const Evaluation& evaluation,
                                 const Network& network, const NetworkBorders& borders) {
    return LoadReader(prepared, evaluation, network).read(borders);
}

} // namespace roofrack
