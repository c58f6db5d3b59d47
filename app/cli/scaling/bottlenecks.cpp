// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/bottlenecks.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/bottlenecks_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/quantity_text.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct BottlenecksCall {
    ProjectInput input;
    std::string gpus;
    WallOptions growth;
};

constexpr size_t most_named = 4;

std::string gains_text(const std::vector<Gain>& gains) {
    std::string out;
    for (size_t i = 0; i < std::min(most_named, gains.size()); ++i)
        out += fmt::format("{}{} {:.1f} %", i > 0 ? ", " : "", gains[i].phrase(), 100 * gains[i].tenth);
    return out;
}

void print_years(const std::vector<BottleneckYear>& years, const WallGrowth& growth) {
    if (years.empty()) return;
    print_text(
        "\nAs drawn, with arithmetic growing {:.2f} times per year, HBM {:.2f}, links and NICs {:.2f}; "
        "host, storage,\nfailures, power and cooling stay\n{:>10}  {:>10}  faster by a tenth more of\n",
        growth.compute, growth.bandwidth, growth.link, "in years", "step");
    for (const BottleneckYear& year : years)
        print_text("{:>10}  {:>10}  {}\n", format_count(year.year),
                   format_quantity(year.step.si(), Dimension::time, 3), gains_text(year.gains));
}

void print_spans(const std::vector<Bottleneck>& sizes, bool is_replanned) {
    for (const BindingSpan& span : binding_spans(sizes))
        print_text("{:>9} to {:>9} GPUs: {}\n", format_count(span.from), format_count(span.to),
                   span.gain.phrase());
    print_text("\n{:>10}  faster by a tenth more of{}\n", "GPUs",
               is_replanned ? "; the best plan there: another one may hide what this one waits for" : "");
    for (const Bottleneck& size : sizes) {
        print_text("{:>10}  {}\n", format_count(size.gpus),
                   size.reason.empty() ? gains_text(size.gains) : size.reason);
        if (is_replanned && size.reason.empty()) print_text("{:>10}  {}\n", "", plan_text(size.plan));
    }
    print_text("\n{:>10}  {:>22}  {:>12}\n", "GPUs", "faster by twice batch", "$ per million");
    for (const Bottleneck& size : sizes)
        if (size.reason.empty())
            print_text("{:>10}  {:>20.1f} %  {:>12}\n", format_count(size.gpus), 100 * size.twice_batch,
                       size.dollars_per_million > 0
                           ? format_quantity(size.dollars_per_million, Dimension::money, 3)
                           : "no price");
}

int run_bottlenecks(const BottlenecksCall& call) {
    const ProjectAnswers project(call.input);
    const Prepared &prepared = project.prepared(), &given = project.given();
    const std::vector<double> asked = drawn_or_asked_counts(prepared.fabric(), call.gpus);
    const MemoryWall wall = value_or_throw<UsageError>(memory_wall(project.catalog(), call.growth));
    ScaleOptions options;
    options.metric = natural_metric(prepared);
    options.replan = call.input.replan;
    const std::vector<Bottleneck> sizes = bottlenecks(given, scale(given, asked, options), asked);
    const std::vector<BottleneckYear> years =
        bottleneck_years(prepared, project.need<Evaluation>(), wall.projected);
    if (call.input.json) {
        print_json(bottlenecks_json(sizes, years, wall.projected));
    } else {
        print_spans(sizes, call.input.replan);
        print_years(years, wall.projected);
    }
    const bool any = std::ranges::any_of(sizes, [](const Bottleneck& size) { return size.reason.empty(); });
    return any ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_bottlenecks(const Command& program) {
    const Command command =
        program.add_subcommand("bottlenecks", "What binds at each GPU count: how the bottleneck moves");
    command.footer(
        "Example: roofrack-cli bottlenecks samples/llama3-405b-16k.roofrack.json --replan --gpus 512:131072");
    const auto call = std::make_shared<BottlenecksCall>();
    call->input.add_to(command);
    command.add_option("--gpus", call->gpus, "A:B (powers of two and both ends) or A,B,C");
    call->input.add_replan_to(command);
    command.add_option("--years", call->growth.years, "that the hardware is taken on; its growth is wall's");
    command.callback([call] { return run_bottlenecks(*call); });
}

} // namespace roofrack::cli
