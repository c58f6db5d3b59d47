// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/project_input.h"

#include "core/engine/evaluate.h"
#include "core/report/scale_json.h"
#include "core/study/scaling.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct ScaleOptions {
    ProjectInput input;
    std::string gpus, metric = "fixed-batch";
    bool replan = false;
};

void print(const ScaleResult& result) {
    print_text("{:>10} {:>12} {:>14} {:>10} {:>11} {:>11}  {}\n", "GPUs", "step", "rate /s", "speed-up",
               "efficiency", "elasticity", "regime");
    for (const ScalePoint& p : result.points) {
        if (!p.feasible) {
            print_text("{:>10} {}\n", format_count(p.gpus), p.reason);
            continue;
        }
        print_text("{:>10} {:>12} {:>14} {:>10} {:>9.1f} % {:>11.3f}  {}\n", format_count(p.gpus),
                   format_quantity(p.step_time.si(), Dimension::time),
                   format_quantity(p.rate, Dimension::number), format_quantity(p.speedup, Dimension::number),
                   100 * p.efficiency, p.elasticity, name_of(p.regime));
    }
    for (const ScaleBorder& border : result.borders)
        print_text("{} to {} at {} GPUs: {} grows\n", name_of(border.from), name_of(border.to),
                   format_count(border.gpus), border.cause);
}

void run(const ScaleOptions& options, int& exit_code) {
    const Catalog& catalog = Catalog::built_in();
    const auto scenario = options.input.load(catalog);
    if (!scenario) {
        exit_code = report(scenario.error());
        return;
    }
    const auto metric = scale_metric(options.metric);
    const auto prepared = Prepared::make(*scenario, catalog);
    if (!prepared) {
        Diagnostic error = prepared.error();
        error.where = options.input.path + ": " + error.where;
        exit_code = report(error);
        return;
    }
    const double drawn = prepared->fabric().gpus;
    const auto counts =
        options.gpus.empty()
            ? Result<std::vector<double>>(sweep_counts(drawn, prepared->fabric().scale_up_domain))
            : parse_gpu_counts(options.gpus);
    if (!counts) {
        report(counts.error());
        exit_code = Exit::usage;
        return;
    }
    const ScaleResult result = scale(*prepared, *counts, *metric, options.replan);
    if (options.input.json)
        fmt::print("{}\n", json_text(scale_json(result)));
    else
        print(result);
    bool any = false;
    for (const ScalePoint& point : result.points) any = any || point.feasible;
    exit_code = any ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_scale(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("scale", "The three scaling regimes: the project over GPU counts");
    command->footer("Example: roofrack-cli scale samples/llama3-405b-16k.roofrack.json --gpus 1024:131072 "
                    "--metric goodput");
    auto options = std::make_shared<ScaleOptions>();
    options->input.add_to(*command);
    command->add_option("--gpus", options->gpus, "A:B (powers of two and both ends) or A,B,C");
    command->add_option("--metric", options->metric, "throughput, fixed-batch, goodput or time-to-loss")
        ->check(CLI::IsMember({"throughput", "fixed-batch", "goodput", "time-to-loss"}));
    command->add_flag("--replan", options->replan, "choose tp, pp and micro-batch anew at each count");
    command->callback([options, &exit_code] { run(*options, exit_code); });
}

} // namespace roofrack::cli
