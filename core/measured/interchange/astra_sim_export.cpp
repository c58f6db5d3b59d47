// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/quantity_text.h"
#include "core/measured/interchange/astra_sim_network.h"
#include "core/measured/interchange/chakra_trace.h"
#include "core/measured/interchange/interchange.h"
#include "core/step/cost/step.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/step_solver.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr const char* prefix = "workload/step";

/// {"1": [0, 1, …], …}, one group a line.
std::string group_file(const RankLayout& layout) {
    std::string out = "{";
    int id = 0;
    for (const std::vector<int>& group : layout.groups()) {
        fmt::format_to(std::back_inserter(out), "{}\n  \"{}\": [{}]", id > 0 ? "," : "", id + 1,
                       fmt::join(group, ", "));
        ++id;
    }
    return out + "\n}\n";
}

std::string readme(int ranks, size_t dimensions) {
    return fmt::format(
        "One training step for ASTRA-sim 2 (https://astra-sim.github.io), written by Roofrack.\n\n"
        "    AstraSim_Analytical_Congestion_{} \\\n"
        "      --workload-configuration={} \\\n"
        "      --comm-group-configuration=comm_group.json \\\n"
        "      --system-configuration=system.json \\\n"
        "      --network-configuration=network.yml \\\n"
        "      --remote-memory-configuration=remote_memory.json\n\n"
        "{}.RANK.et are Chakra execution traces of ranks 0 to {}. Computation has the durations that "
        "Roofrack\n"
        "predicts at unthrottled clocks; communication has sizes, groups and dependencies, and takes the "
        "time that\n"
        "the simulated network gives it. For a packet-level network use the ns-3 or htsim build with the "
        "same\n"
        "workload, comm_group.json and system.json, and describe the network in that simulator's own "
        "file.\n\n"
        "Known limits: a rank runs one communication at a time, in the order of the trace; stragglers, "
        "throttling,\n"
        "input, checkpoints and failures are left out; the embedding look-up is not told.\n",
        dimensions > 1 ? "Unaware" : "Aware", prefix, prefix, ranks - 1);
}

void warn_of_losses(const Plan& plan, const StepContext& context, const RankLayout& layout, bool mixed,
                    std::vector<Diagnostic>& warnings) {
    const auto warn = [&](const char* where, std::string what, std::string fix) {
        warnings.push_back({where, std::move(what), std::move(fix)});
    };
    if (plan.tp_overlap)
        warn("/plan/tp_overlap", "overlap inside a layer is not told",
             "tensor-parallel collectives are exposed");
    if (plan.schedule == Schedule::zb_1p || plan.schedule == Schedule::zb_2p)
        warn("/plan/schedule", "the zero-bubble schedule is not told", "written as 1F1B");
    if (plan.vpp > 1 && plan.pp > 1 && !interleaves(context, plan))
        warn("/plan/vpp", "the micro-batches do not fill rounds of the stages", "written as plain 1F1B");
    if (plan.sync_every > 1)
        warn("/plan/sync_every", "one step reduces gradients every time", "read the others without it");
    if (plan.hierarchical)
        warn("/plan/hierarchical", "the simulator chooses how it adds gradients up", "written as one sum");
    const double m = micro_batches(plan, context.in.global_batch);
    if (m != std::floor(m))
        warn("/workload/global_batch", "the batch is not whole micro-batches", "the rest is left out");
    // ASTRA-sim numbers streams from id · 1,000,000 in 32 bits.
    constexpr size_t most_groups = 2147;
    if (layout.groups().size() > most_groups)
        warn("/plan",
             fmt::format("{} communicator groups are more than ASTRA-sim 2.2 can number ({})",
                         layout.groups().size(), most_groups),
             "export fewer GPUs with --gpus");
    if (mixed)
        warn("/cluster", "all ranks have the durations of the largest group of GPUs",
             "mixed GPUs are not told apart");
}

} // namespace

Result<Exported> export_astra_sim(const Scenario& scenario, const Catalog& catalog,
                                  const AstraSimOptions& options, const FileSink& sink) {
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    const Prepared::Impl& impl = prepared->impl();
    if (!impl.model.transformer)
        return fail("/workload/model", "a measured profile has no operators to write",
                    "choose a transformer");
    if (!(layer_mix(*impl.model.transformer) == LayerMix{}))
        return fail("/workload/model", "a model whose layers are of several kinds is not written",
                    "choose a model with attention and a feed-forward part in every layer");
    Plan plan = scenario.plan;
    const double gpus = options.gpus > 0 ? options.gpus : impl.fabric.gpus;
    if (gpus > impl.fabric.gpus)
        return fail("--gpus", fmt::format("{:.0f} GPUs are more than are drawn", gpus),
                    fmt::format("give at most {:.0f}", impl.fabric.gpus));
    double batch = batch_of(impl);
    if (options.gpus > 0) { // fewer replicas, each with the same work
        plan.dp = 0;
        batch *= gpus / impl.fabric.gpus;
    }
    for (const Finding& finding : plan_findings(impl, plan, gpus, batch))
        if (finding.severity == Severity::critical) return fail("/plan", finding.message, finding.mitigation);

    size_t group = 0; // group of GPUs, as StepSolver refers to
    for (size_t g = 1; g < impl.fabric.groups.size(); ++g)
        if (impl.fabric.groups[g].gpus > impl.fabric.groups[group].gpus) group = g;
    const StepContext context(step_inputs(impl, plan, impl.machines[group], batch, {}));
    const RankLayout layout(plan, *impl.model.transformer);

    Exported out;
    const auto write = [&](const std::string& name, std::string_view text) -> Result<void> {
        out.bytes += static_cast<double>(text.size());
        ++out.file_count;
        return sink(name, text);
    };
    const bool mixed = std::ranges::any_of(impl.first_alike, [](size_t first) { return first != 0; });
    warn_of_losses(plan, context, layout, mixed, out.warnings);
    const auto dimensions = astra_sim_dimensions(impl.fabric, layout.ranks(), out.warnings);

    // The size is known from one rank of each stage, before anything is written.
    std::vector<std::vector<ChakraNode>> programs;
    double bytes = 0;
    for (int stage = 0; stage < plan.pp; ++stage) {
        programs.push_back(chakra_program(context, plan, stage, options.detail));
        const std::string one = chakra_trace(programs.back(), layout, layout.at_stage(0, stage));
        bytes += static_cast<double>(one.size()) * layout.ranks() / plan.pp;
        if (bytes > options.most_bytes)
            return fail("--max-size",
                        fmt::format("{} traces would take about {} or more", layout.ranks(),
                                    format_quantity(bytes * plan.pp / (stage + 1), Dimension::bytes, 2)),
                        "export fewer GPUs (--gpus), coarser computation (--detail layers), or raise it");
    }
    const std::pair<std::string, std::string> files[] = {
        {"network.yml", astra_sim_network(dimensions)},
        {"system.json", astra_sim_system(dimensions, impl.machines[group].hbm_rate,
                                         impl.machines[group].peak(plan.precision))},
        {"remote_memory.json", "{\n  \"memory-type\": \"NO_MEMORY_EXPANSION\"\n}\n"},
        {"comm_group.json", group_file(layout)},
        {"README.txt", readme(layout.ranks(), dimensions.size())},
    };
    for (const auto& [name, text] : files) {
        if (const auto written = write(name, text); !written) return tl::unexpected(written.error());
        out.files.push_back(name);
    }
    for (int rank = 0; rank < layout.ranks(); ++rank) {
        const std::string name = fmt::format("{}.{}.et", prefix, rank);
        const auto& program = programs[static_cast<size_t>(layout.stage(rank))];
        if (const auto written = write(name, chakra_trace(program, layout, rank)); !written)
            return tl::unexpected(written.error());
        if (rank == 0 || rank + 1 == layout.ranks()) out.files.push_back(name);
    }
    return out;
}

} // namespace roofrack
