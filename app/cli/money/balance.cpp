// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/money_answers.h"
#include "core/answers/report/money/network_balance_json.h"
#include "core/base/catalog/key_values.h"
#include "core/base/units/quantity_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string dollars_text(double dollars) {
    if (dollars < 0) return "nothing";
    return format_quantity(dollars, Dimension::money, 3);
}

/// "0.3121"; "over $1,000,000T" beyond what is paid for.
std::string per_million_text(double dollars, int digits) {
    constexpr double most = 1e18;
    return dollars < most ? fmt::format("{:.{}g}", dollars, digits)
                          : format_quantity(dollars, Dimension::money, digits);
}

void print_balance(const NetworkBalance& balance) {
    const char* unit = balance.counts_samples ? "samples" : "tokens";
    if (balance.choices.empty()) {
        print_text("Nothing to choose: {}\n", balance.reason);
        return;
    }
    print_text("{:>8} {:>10} {:>10} {:>12} {:>13} {:>16} {:>10} {:>10} {:>10} {:>10}\n", "speed", "a GPU",
               "step", "GPUs waiting", "network price", "worth", "$/M " + std::string(unit), "network",
               "at work", "waiting");
    for (const NetworkChoice& each : balance.choices)
        print_text("{:>7}x {:>10} {:>10} {:>12} {:>13} {:>16} {:>10} {:>10} {:>10} {:>10}{}\n",
                   fmt::format("{:g}", each.factor), gigabit_text(each.egress.si()),
                   format_quantity(each.step.si(), Dimension::time, 3), format_count(each.waiting_gpus),
                   dollars_text(each.network.si()), dollars_text(each.worth.si()),
                   per_million_text(each.dollars_per_million(), 4), per_million_text(each.for_network, 3),
                   per_million_text(each.for_work, 3), per_million_text(each.for_waiting, 3),
                   each.factor == 1 ? "  drawn" : "");
    const NetworkChoice &drawn = *balance.drawn(), &cheapest = *balance.cheapest();
    if (cheapest.factor == 1)
        print_text("\nBalanced: neither a slower nor a faster network makes {} cheaper.\n", unit);
    else
        print_text("\n{} network of {}x makes {} {:.1f} % cheaper than the drawn one.\n",
                   cheapest.factor < 1 ? "A cheaper" : "A faster", fmt::format("{:g}", cheapest.factor), unit,
                   100 * (1 - cheapest.dollars_per_million() / drawn.dollars_per_million()));
    print_text(
        "worth: what a network of that speed may cost for {} to cost what they do as drawn. Its price is "
        "taken in\nproportion to its speed: switches, optics and cables; NICs come with the servers.\n",
        unit);
    for (const std::string& name : balance.unpriced) print_text("without a price: {}\n", name);
}

int run_balance(const ProjectInput& input) {
    const ProjectAnswers project(input);
    const NetworkBalance& balance = project.need<NetworkBalance>();
    if (input.json)
        print_json(network_balance_json(balance));
    else
        print_balance(balance);
    return balance.choices.empty() ? Exit::answer_is_no : Exit::done;
}

} // namespace

void add_balance(const Command& program) {
    const Command command = program.add_subcommand(
        "balance", "Network price against waiting: what it saves, and what the waiting GPUs cost");
    command.footer("Example: roofrack-cli balance samples/llama3-405b-16k.roofrack.json --replan");
    const auto input = std::make_shared<ProjectInput>();
    input->add_to(command);
    input->add_replan_to(command);
    command.callback([input] { return run_balance(*input); });
}

} // namespace roofrack::cli
