// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/project_input.h"
#include "app/cli/usage.h"

#include "core/engine/evaluate.h"
#include "core/project/project_fields.h"
#include "core/report/scale_json.h"
#include "core/study/scaling.h"
#include "core/study/sizes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct ScaleCall {
    ProjectInput input;
    std::string gpus, metric, supply_growth;
    bool replan = false, dense = false;
    double ideal = 0;
};

/// "useful tokens/s of a fixed batch".
std::string_view meaning_of(ScaleMetric metric) {
    switch (metric) {
    case ScaleMetric::throughput: return "rate of the productive step, the batch growing with the GPUs";
    case ScaleMetric::fixed_batch: return "rate of the productive step, the batch fixed";
    case ScaleMetric::goodput: break;
    case ScaleMetric::time_to_loss: return "progress to a loss, the batch growing with the GPUs";
    }
    return "useful rate, checkpoints and failures paid, the batch fixed";
}

std::string_view meaning_of(SupplyGrowth growth) {
    switch (growth) {
    case SupplyGrowth::plant: break;
    case SupplyGrowth::none: return "cooling plant and power limit of the site stay as drawn";
    case SupplyGrowth::all: return "cooling plant and power limit of the site grow with it";
    }
    return "its cooling plant grows with it, the site's power limit does not";
}

std::string money(double dollars) { return format_quantity(dollars, Dimension::money, 3); }

std::string gpus_text(double from, double to) {
    if (from == 1 && to == 1) return "1 GPU";
    return from == to ? fmt::format("{} GPUs", format_count(from))
                      : fmt::format("{} to {} GPUs", format_count(from), format_count(to));
}

void print(const ScaleResult& result) {
    const bool pays_tokens = result.metric == ScaleMetric::time_to_loss;
    print_text("{}: {}; {}\n\n", name_of(result.metric), meaning_of(result.metric),
               result.replanned ? "the best plan at each size" : "the plan as given");
    print_text("{:>10} {:>12} {:>12} {:>12} {:>10} {:>10} {:>10} {:>11} {:>11}  {}\n", "GPUs", "productive",
               "wall step", pays_tokens ? "progress /s" : "rate /s", "batch", "power", "speed-up",
               "efficiency", "elasticity", "regime");
    for (const ScalePoint& p : result.points) {
        if (!p.feasible) {
            print_text("{:>10} {}\n", format_count(p.gpus), p.reason);
            continue;
        }
        const auto time = [](Seconds seconds) { return format_quantity(seconds.si(), Dimension::time); };
        const auto number = [](double value) { return format_quantity(value, Dimension::number); };
        print_text("{:>10} {:>12} {:>12} {:>12} {:>10} {:>10} {:>10} {:>9.1f} % {:>11}  {}\n",
                   format_count(p.gpus), time(p.productive_step), time(p.wall_step), number(p.progress),
                   number(p.batch), format_quantity(p.facility.si(), Dimension::power), number(p.speedup),
                   100 * p.efficiency, std::isfinite(p.elasticity) ? fmt::format("{:.3f}", p.elasticity) : "",
                   p.regime ? name_of(*p.regime) : "");
    }
    print_text("\n");
    for (const ScaleBorder& border : result.borders)
        print_text("{} to {} at {} GPUs: {} takes {} of the ideal\n", name_of(border.from),
                   name_of(border.to), format_count(border.gpus), border.cause_label(),
                   border.to > border.from ? "more" : "less");
    if (result.knee_gpus > 0)
        print_text("knee at {} GPUs: twice the GPUs give {:.2g} times the rate\n",
                   format_count(result.knee_gpus), std::exp2(Defaults::built_in().regimes.knee));
    if (result.ideal_gpus > 0)
        print_text("ideal: each GPU as of {}\n", gpus_text(result.ideal_gpus, result.ideal_gpus));
    if (result.peak_gpus > 0)
        print_text("most at {} GPUs{}\n", format_count(result.peak_gpus),
                   result.peak_gpus == result.points.back().gpus ? ", the largest that was asked for" : "");
    if (result.critical_gpus > 0)
        print_text("{} the critical batch at {} GPUs\n",
                   is_weak(result.metric) ? "the batch, which grows with the GPUs, passes"
                                          : "a micro-batch a replica of the plan as given would pass",
                   format_count(std::round(result.critical_gpus)));
    for (const ScaleDoubling& each : result.doublings)
        print_text("twice the GPUs of the {} ({} to {}): {:.2f} times the rate, {} to {} and {} to {} a "
                   "million {}; each "
                   "million more {}\n",
                   name_of(each.at), format_count(each.now.gpus), format_count(each.then.gpus), each.gain(),
                   money(each.now.dollars_per_million()), money(each.then.dollars_per_million()),
                   format_quantity(each.now.joules_per_million(), Dimension::energy),
                   format_quantity(each.then.joules_per_million(), Dimension::energy),
                   result.counts_samples ? "samples" : "tokens",
                   std::isfinite(each.marginal_dollars_per_million())
                       ? "costs " + money(each.marginal_dollars_per_million())
                       : "does not come");
    for (const ScaleGap& gap : result.gaps) print_text("{}: {}\n", gpus_text(gap.from, gap.to), gap.reason);
    if (!result.points.empty() && result.points.back().gpus > result.drawn_gpus)
        print_text("beyond the {} GPUs drawn, the drawing's outermost block is repeated; {}\n",
                   format_count(result.drawn_gpus), meaning_of(result.supply_growth));
}

/// Sizes between those that were asked for make the curve, whether they are printed or not.
std::vector<double> all_sizes(const Fabric& fabric, const std::vector<double>& asked) {
    std::vector<double> out = asked;
    for (const double gpus : dense_counts(fabric.gpus, fabric.scale_up_domain,
                                          {std::ranges::min(asked), std::ranges::max(asked)}))
        out.push_back(gpus);
    return out;
}

void run(const ScaleCall& call, int& exit_code) {
    const Catalog& catalog = Catalog::built_in();
    auto scenario = call.input.load(catalog);
    if (!scenario) {
        exit_code = report(scenario.error());
        return;
    }
    for (const SupplyGrowth growth : fields::supply_growths)
        if (name_of(growth) == call.supply_growth) scenario->site.supply_growth = growth;
    const auto prepared = Prepared::make(*scenario, catalog);
    if (!prepared) {
        Diagnostic error = prepared.error();
        error.where = call.input.path + ": " + error.where;
        exit_code = report(error);
        return;
    }
    const Fabric& fabric = prepared->fabric();
    const auto asked = call.gpus.empty()
                           ? Result<std::vector<double>>(sweep_counts(fabric.gpus, fabric.scale_up_domain))
                           : parse_gpu_counts(call.gpus);
    if (!asked) {
        report(asked.error());
        exit_code = Exit::usage;
        return;
    }
    ScaleOptions options;
    options.metric = call.metric.empty() ? natural_metric(*prepared) : *scale_metric(call.metric);
    options.replan = call.replan;
    options.ideal = call.ideal;
    std::vector<double> sizes = all_sizes(fabric, *asked);
    if (call.ideal > 0) sizes.push_back(call.ideal);
    ScaleResult result = scale(*prepared, sizes, options);
    if (call.ideal > 0 && result.ideal_gpus > 0 && result.ideal_gpus != call.ideal)
        fmt::print(stderr, "note: {} do not run and cannot be the ideal: each GPU as of {}\n",
                   gpus_text(call.ideal, call.ideal), gpus_text(result.ideal_gpus, result.ideal_gpus));
    const bool any = std::ranges::any_of(result.points, &ScalePoint::feasible);
    if (!call.dense)
        std::erase_if(result.points, [&](const ScalePoint& point) {
            return std::ranges::find(*asked, point.gpus) == asked->end();
        });
    if (call.input.json)
        fmt::print("{}\n", json_text(scale_json(result)));
    else
        print(result);
    exit_code = any ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_scale(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("scale", "The three scaling regimes: the project over GPU counts");
    command->footer("Example: roofrack-cli scale samples/llama3-405b-16k.roofrack.json --gpus 1024:131072 "
                    "--metric goodput");
    auto options = std::make_shared<ScaleCall>();
    options->input.add_to(*command);
    command->add_option("--gpus", options->gpus, "A:B (powers of two and both ends) or A,B,C");
    command
        ->add_option(
            "--metric", options->metric,
            "goodput, throughput, fixed-batch or time-to-loss; goodput, and throughput for a profile "
            "measured on one GPU")
        ->check(CLI::IsMember({"throughput", "fixed-batch", "goodput", "time-to-loss"}));
    command->add_flag("--replan", options->replan, "the best plan of the whole space at each count");
    command->add_option("--ideal", options->ideal, "the size whose rate a GPU is the ideal; the best of all")
        ->check(number_between(1, 1e9));
    command
        ->add_option(
            "--supply-growth", options->supply_growth,
            "what of the place follows the GPUs: plant (cooling, not the site's power limit), none or "
            "all; as the project says")
        ->check(CLI::IsMember({"plant", "none", "all"}));
    command->add_flag("--dense", options->dense, "print all counts that the curve is made of");
    command->callback([options, &exit_code] { run(*options, exit_code); });
}

} // namespace roofrack::cli
