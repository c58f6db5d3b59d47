// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/losses_answers.h"
#include "core/answers/report/losses_json.h"
#include "core/base/units/common_units.h"
#include "core/base/units/plain_number.h"
#include "core/study/losses/blast_radius.h"
#include "core/study/losses/run_losses.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string duration(double seconds) {
    return std::isfinite(seconds) ? format_quantity(seconds, Dimension::time, 3) : "never";
}

/// The drawn size in words: what stops the job, what a checkpoint and a restart are made of.
void print_drawn(const RunLosses& drawn, const UsedRates& rates) {
    const FailureCost& cost = drawn.cost;
    print_text("{} GPUs: stopped {}\n", format_count(drawn.gpus),
               std::isfinite(cost.mttf) ? "every " + duration(cost.mttf) : "never");
    print_text("  {}\n", rates.text(Defaults::built_in()));
    for (size_t i = 0; i < failure_cause_count; ++i)
        if (cost.rates[i] > 0)
            print_text("  {:<20} {:>9} a day, every {}\n", label_of(static_cast<FailureCause>(i)),
                       plain_number(cost.rates[i] * seconds_a_day), duration(1 / cost.rates[i]));
    print_text("checkpoint: {}, written in {}, training stands still for {}, every {}\n",
               format_quantity(drawn.checkpoint.si(), Dimension::bytes, 3), duration(drawn.write.si()),
               duration(cost.stall), duration(cost.interval));
    if (cost.memory_interval > 0)
        print_text("  in memory: copied in {}, every {}, read back in {}\n", duration(cost.memory_stall),
                   duration(cost.memory_interval), duration(cost.memory_load));
    print_text("restart: detection {}, rescheduling {}, loading {}, start-up {}\n", duration(cost.detect),
               duration(cost.schedule), duration(drawn.load.si()), duration(cost.start_up));
    if (cost.planned_rate > 0) print_text("planned stops: every {}\n", duration(1 / cost.planned_rate));
    if (cost.availability < 1)
        print_text("enough servers for {:.3f} % of the time\n", 100 * cost.availability);
    print_text("\n");
}

std::string title_of(const BlastRadius& radius) {
    const FailureDomain& domain = radius.domain;
    std::string out(label_of(domain.kind));
    if (!domain.name.empty()) out += " " + domain.name;
    if (domain.drawn > 1) out += fmt::format(" (1 of {})", format_count(domain.drawn));
    return out;
}

std::string outcome(const BlastRadius& radius) {
    if (radius.domain.gpus <= 0)
        return fmt::format("restarts, {} GPUs with {:.0f} % less network", format_count(radius.domain.slowed),
                           100 * radius.domain.links);
    return radius.resumes ? "restarts on spares" : "waits for the repair";
}

void print(const BlastRadii& radii) {
    print_text("what one failure takes; replaced {} GPUs at a time, {}\n", format_count(radii.unit),
               radii.spares ? fmt::format("{:.0f} spare servers stand ready", *radii.spares)
                            : "as many spares as it takes");
    const std::string_view others = "software and what else stops the job";
    const size_t width = column_width(others.size(), radii.all, title_of);
    print_text("{:<{}} {:>7} {:>8} {:>11} {:>8} {:>10} {:>8} {:>8} {:>8}  {}\n", "", width, "drawn", "GPUs",
               "out of job", "spares", "one fails", "a year", "back in", "h a year", "the run");
    for (const BlastRadius& radius : radii.all) {
        print_text("{:<{}} {:>7} {:>8} {:>11} {:>8} {:>10} {:>8} {:>8} {:>8}  {}\n", title_of(radius), width,
                   format_count(radius.domain.count), format_count(radius.domain.gpus),
                   format_count(radius.out), format_count(radius.spare_servers),
                   !radius.each       ? "no figure"
                   : *radius.each > 0 ? duration(1 / *radius.each)
                                      : "never",
                   radius.each ? plain_number(radius.all * seconds_a_mean_year) : "",
                   radius.each ? duration(radius.repair) : "", radius.each ? plain_number(radius.hours) : "",
                   outcome(radius));
    }
    if (radii.others > 0)
        print_text("{:<{}} {:>7} {:>8} {:>11} {:>8} {:>10} {:>8} {:>8} {:>8}  restarts\n", others, width, "",
                   "", 0, 0, "", plain_number(radii.others * seconds_a_mean_year), "",
                   plain_number(radii.other_hours));
    print_text("\n");
}

void print(std::span<const RunLosses> sizes) {
    print_text("{:>10} {:>10} {:>9}", "GPUs", "stopped", "goodput");
    for (size_t i = 0; i < run_loss_count; ++i)
        print_text(" {:>{}}", label_of(static_cast<RunLoss>(i)),
                   std::max<size_t>(9, label_of(static_cast<RunLoss>(i)).size()));
    print_text("\n");
    for (const RunLosses& size : sizes) {
        if (!size.cost.makes_progress()) {
            print_text("{:>10} {:>10} does not get on\n", format_count(size.gpus), duration(size.cost.mttf));
            continue;
        }
        print_text("{:>10} {:>10} {:>7.2f} %", format_count(size.gpus), duration(size.cost.mttf),
                   100 * size.cost.goodput);
        for (size_t i = 0; i < run_loss_count; ++i) {
            const auto loss = static_cast<RunLoss>(i);
            print_text(" {:>{}.2f} %", 100 * size.share(loss),
                       std::max<size_t>(9, label_of(loss).size()) - 2);
        }
        print_text("{}{}\n", size.reason.empty() ? "" : "  ", size.reason);
    }
}

int run_failures(const ProjectInput& input, const std::string& gpus) {
    const ProjectAnswers project(input);
    const Prepared& prepared = project.prepared();
    const std::vector<RunLosses> sizes = run_losses(prepared, drawn_or_asked_counts(prepared.fabric(), gpus));
    const BlastRadii& radii = project.need<BlastRadii>();
    const UsedRates rates = used_rates(prepared);
    if (input.json) {
        print_json(run_losses_json(sizes, rates, radii));
    } else {
        const double drawn[] = {prepared.fabric().gpus};
        print_drawn(run_losses(prepared, drawn).front(), rates);
        print(radii);
        print(sizes);
    }
    return Exit::done;
}

} // namespace

void add_failures(const Command& program) {
    const Command command = program.add_subcommand(
        "failures", "What stops the job how often, and what the wall clock of a long run is lost to");
    command.footer("Example: roofrack-cli failures samples/llama3-405b-16k.roofrack.json --gpus 1024:131072");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command);
    input->add_replan_to(command);
    auto gpus = std::make_shared<std::string>();
    command.add_option("--gpus", *gpus, "A:B (powers of two and both ends) or A,B,C");
    command.callback([input, gpus] { return run_failures(*input, *gpus); });
}

} // namespace roofrack::cli
