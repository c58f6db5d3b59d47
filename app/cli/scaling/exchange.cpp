// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/limits/collectives_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct ExchangeCall {
    ProjectInput input;
    std::string bytes;
};

std::string time_text(double seconds) {
    return std::isfinite(seconds) ? format_quantity(seconds, Dimension::time, 3) : "no way";
}

/// The farthest links that are crossed.
std::string way_text(const GradientExchange& exchange, const ExchangePoint& point) {
    return point.links.empty() ? "inside the " + exchange.innermost : point.links;
}

void print_exchange(const GradientExchange& exchange) {
    print_text(
        "{} of gradients a rank ({}), in one call, nothing overlapped; the drawn step computes for {}\n\n",
        format_quantity(exchange.bytes.si(), Dimension::bytes, 3),
        exchange.of_plan ? "the plan's" : "as asked", time_text(exchange.computing.si()));
    size_t width = 4;
    for (const ExchangePoint& point : exchange.points)
        width = std::max(width, way_text(exchange, point).size());
    print_text("{:>9} {:>8}  {:<{}}", "GPUs", "ranks", "over", width);
    for (size_t i = 0; i < exchange_pattern_count; ++i)
        print_text(" {:>26}", label_of(static_cast<ExchangePattern>(i)));
    print_text("\n");
    for (const ExchangePoint& point : exchange.points) {
        print_text("{:>9} {:>8}  {:<{}}", format_count(point.gpus), format_count(point.ranks),
                   way_text(exchange, point), width);
        for (const ExchangeCost& cost : point.costs) print_text(" {:>26}", time_text(cost.seconds));
        print_text("{}\n", point.gpus == exchange.drawn_gpus ? "  drawn" : "");
    }
    if (exchange.points.empty()) return;
    const std::vector<size_t> jumps = exchange_jumps(exchange);
    if (!jumps.empty()) print_text("\n");
    for (const size_t i : jumps) {
        const ExchangePoint &before = exchange.points[i - 1], &after = exchange.points[i];
        const auto library = [](const ExchangePoint& point) {
            return time_text(point.of(ExchangePattern::library).seconds);
        };
        print_text("from {} to {} GPUs it begins to cross {}: {} instead of {} by the library's choice\n",
                   format_count(before.gpus), format_count(after.gpus), after.links, library(after),
                   library(before));
    }
    const ExchangePoint& last = exchange.points.back();
    print_text("\nat {} ranks the busiest sends and receives\n", format_count(last.ranks));
    for (size_t i = 1; i < exchange_pattern_count; ++i)
        print_text("  {:<28}{:>10}, {} messages total\n", label_of(static_cast<ExchangePattern>(i)),
                   format_quantity(last.costs[i].busiest, Dimension::bytes, 3),
                   format_count(last.costs[i].messages));
}

int run_exchange(const ExchangeCall& call) {
    std::optional<Bytes> bytes;
    if (!call.bytes.empty()) {
        const auto read = parse_quantity(call.bytes, Dimension::bytes, "--bytes");
        if (!read || !(*read >= least_exchanged && *read <= most_exchanged)) {
            throw UsageError{read ? Diagnostic{"--bytes",
                                               fmt::format("'{}' is not what a rank can hold", call.bytes),
                                               fmt::format("say how many bytes each holds, {} to {}: 400MB",
                                                           format_quantity(least_exchanged, Dimension::bytes),
                                                           format_quantity(most_exchanged, Dimension::bytes))}
                                  : read.error()};
        }
        bytes = Bytes(*read);
    }
    const ProjectAnswers project(call.input);
    const GradientExchange exchange =
        gradient_exchange(project.prepared(), project.need<Evaluation>(), bytes);
    const bool known = !exchange.points.empty();
    const Standstill& standstill = project.say_whether_it_runs(known);
    if (call.input.json)
        print_json(with_standstill(standstill, exchange_json(exchange)));
    else if (known)
        print_exchange(exchange);
    else if (standstill.runs())
        print_text("No gradients are exchanged: the plan has no two replicas at any size.\n");
    return known && standstill.runs() ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_exchange(const Command& program) {
    const Command command = program.add_subcommand(
        "exchange",
        "Gradients exchanged by ring, tree, parameter servers and everyone to everyone, over GPUs");
    command.footer(
        "Example: roofrack-cli exchange samples/generic-100m-256gpu-1nic.roofrack.json --bytes 400MB");
    const auto call = std::make_shared<ExchangeCall>();
    call->input.add_to(command);
    call->input.add_replan_to(command);
    command.add_option("--bytes", call->bytes, "that each rank holds, instead of the plan's gradients");
    command.callback([call] { return run_exchange(*call); });
}

} // namespace roofrack::cli
