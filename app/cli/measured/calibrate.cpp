// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"

#include "core/answers/report/measured/calibration_json.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/measure/nccl_tests.h"
#include "core/measured/trace/nccl_log_gpus.h"
#include "core/step/engine/measured_network.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct CalibrateOptions {
    std::string project, scenario, collective;
    OutputFile out;
    std::vector<std::string> outputs;
    int ranks = 0, nodes = 0;
    bool json = false;
};

void print(const Scenario& scenario, const std::vector<ReplacedCollective>& replaced) {
    print_text("{}\n", scenario.name);
    for (const ReplacedCollective& r : replaced) {
        print_text("\n{} ({}){}\n", label_of(r.sweep), r.sweep.file,
                   r.used ? "" : ": not used, the drawing has no such group or a larger sweep stands for it");
        print_text("{:>12}{:>14}{:>14}{:>12}\n", "size", "formula", "measured", "formula off");
        for (size_t i = 0; i < r.sweep.points.size(); ++i) {
            const double measured = r.sweep.points[i].seconds.si();
            print_text("{:>12}{:>14}{:>14}{:>+10.1f} %\n",
                       format_quantity(r.sweep.points[i].bytes.si(), Dimension::bytes),
                       format_quantity(r.formula[i], Dimension::time),
                       format_quantity(measured, Dimension::time), 100 * (r.formula[i] / measured - 1));
        }
        print_text(
            "The formula was {:.1f} % off (median); each size from its neighbours: {:.1f} %. Groups of "
            "another size are scaled by the formula's ratio to {} ranks.\n",
            r.before_pct, r.held_out_pct, r.sweep.ranks);
    }
}

std::vector<std::string> drawn_gpus(const Prepared& prepared, const Catalog& catalog) {
    std::vector<std::string> out;
    for (const GpuGroup& group : prepared.fabric().groups) {
        const Part* part = catalog.part(PartKind::accelerator, group.accelerator);
        const std::string& name = part ? part->name : group.accelerator;
        if (std::ranges::find(out, name) == out.end()) out.push_back(name);
    }
    return out;
}

int run_calibrate(const CalibrateOptions& options) {
    if (const auto may = options.out.check(); !may) return report(may.error());
    const Catalog& catalog = Catalog::built_in();
    auto loaded = read_project(options.project, catalog);
    if (!loaded) return report(loaded.error());
    for (const Diagnostic& warning : loaded->warnings) warn(warning);
    if (!options.scenario.empty() && !loaded->project.find_scenario(options.scenario))
        return report(
            {options.project, fmt::format("no scenario '{}'", options.scenario), "name one of the file"});

    NcclTestsHints hints;
    hints.ranks = options.ranks;
    hints.nodes = options.nodes;
    if (!options.collective.empty()) {
        hints.collective = collective(options.collective);
        if (!hints.collective)
            return report(
                {"--collective", fmt::format("unknown collective '{}'", options.collective),
                 "write all_reduce, all_gather, reduce_scatter, alltoall, sendrecv, broadcast or reduce"});
    }
    std::vector<CollectiveSweep> sweeps;
    for (const std::string& file : options.outputs) {
        auto output = read_nccl_tests(file, hints);
        if (!output) return report(output.error());
        for (const std::string& warning : output->warnings) warn({file, warning, ""});
        for (CollectiveSweep& sweep : output->sweeps) sweeps.push_back(std::move(sweep));
    }
    for (Scenario& scenario : loaded->project.scenarios)
        if (options.scenario.empty() || scenario.name == options.scenario)
            attach_sweeps(scenario.calibration, sweeps);
    const Scenario* const shown = options.scenario.empty() ? &loaded->project.scenarios.front()
                                                           : loaded->project.find_scenario(options.scenario);
    const auto prepared = Prepared::make(*shown, catalog);
    if (!prepared) return report(prepared.error());
    for (const std::string& file : options.outputs)
        if (std::string other = other_gpu_warning(gpus_of_nccl_log(file), drawn_gpus(*prepared, catalog));
            !other.empty())
            warn({file, std::move(other), "measure on the cluster that is drawn, or draw the one measured"});
    const std::vector<ReplacedCollective> replaced = replaced_collectives(*prepared);
    if (const auto written = write_project(loaded->project, options.out.path, Catalog::built_in()); !written)
        return report(written.error());
    if (options.json)
        print_json(calibration_json(replaced));
    else
        print(*shown, replaced);
    return Exit::done;
}

} // namespace

void add_calibrate(const Command& program) {
    const Command command =
        program.add_subcommand("calibrate", "Replace formulas by measurements of the user's own cluster");
    command.footer("Example: roofrack-cli calibrate cluster.roofrack.json --nccl all_reduce.txt "
                   "all_gather.txt -o measured.roofrack.json");
    auto options = std::make_shared<CalibrateOptions>();
    command.add_option("PROJECT", options->project, "project file (NAME.roofrack.json)").required();
    command.add_option("--nccl", options->outputs, "outputs of nccl-tests; they replace the formula")
        .required();
    options->out.add_to(command, "-o,--out", "the project with the measurements").required();
    command.add_option("--scenario", options->scenario, "only this scenario; all without it");
    command.add_option("--collective", options->collective, "what was measured, where the output is silent");
    command.add_option("--ranks", options->ranks, "ranks that took part, where the output is silent")
        .whole_between(2, 1000000);
    command.add_option("--nodes", options->nodes, "hosts that they ran on, where the output is silent")
        .whole_between(1, 1000000);
    command.add_flag("--json", options->json, "print JSON");
    command.callback([options] { return run_calibrate(*options); });
}

} // namespace roofrack::cli
