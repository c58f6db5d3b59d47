// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/limits/wall_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

constexpr size_t most_operators = 8; // operators that are printed

std::string rate_text(const WallRates& rates, WallRate which) {
    const double rate = rate_of(rates, which);
    return rate > 0 ? format_quantity(rate, dimension_of(which), 3) : "-";
}

std::string ridge_text(double ridge) { return ridge > 0 ? format_count(ridge) : "-"; }

void print_parts(const MemoryWall& wall) {
    const size_t width = column_width(26, wall.parts, &WallPart::name);
    print_text("{:<6}{:<{}} {:>13} {:>18} {:>10} {:>10} {:>10}  {:>6} {:>8} {:>7}\n", "year", "accelerator",
               width, "16 bit", "narrowest", "HBM", "scale-up", "NICs", "HBM", "scale-up", "NICs");
    for (const WallPart& part : wall.parts)
        print_text("{:<6}{:<{}} {:>13} {:>18} {:>10} {:>10} {:>10}  {:>6} {:>8} {:>7}\n",
                   fmt::format("{:.0f}{}", part.year, part.leads ? "*" : ""), part.name, width,
                   rate_text(part.rates, WallRate::compute_16),
                   fmt::format("{} {}", rate_text(part.rates, WallRate::compute_low), part.low),
                   rate_text(part.rates, WallRate::hbm), rate_text(part.rates, WallRate::scale_up),
                   rate_text(part.rates, WallRate::nic), ridge_text(part.ridges.hbm),
                   ridge_text(part.ridges.scale_up), ridge_text(part.ridges.nic));
    print_text(
        "Rates of one accelerator, links one direction; at the right its ridge points in FLOP/B of 16-bit "
        "arithmetic.\n* the fastest of its generation\n\n");
}

void print_growth(const MemoryWall& wall) {
    print_text("{:<38} {:>10} {:>16} {:>10}\n", "growth", "a year", "standard error", "scatter");
    for (size_t i = 0; i < wall_rate_count; ++i) {
        const GrowthFit& fit = wall.growth[i];
        if (!(fit.per_year > 0)) continue;
        const std::string within = fit.error > 0 ? fmt::format("{:.2f} to {:.2f}", fit.per_year / fit.error,
                                                               fit.per_year * fit.error)
                                                 : "-";
        print_text("{:<38} {:>9.2f}x {:>16} {:>10}\n",
                   fmt::format("{}, {} generations", label_of(static_cast<WallRate>(i)), fit.parts),
                   fit.per_year, within, fit.scatter > 0 ? fmt::format("* or / {:.2f}", fit.scatter) : "-");
    }
    print_text("\n{:<38} {:>10}\n", "published", "a year");
    for (const PublishedGrowth& each : wall.published)
        print_text("{:<38} {:>9.2f}x  {}\n", each.what, each.per_year, each.source);
    print_text("\n");
}

std::string when_text(const std::optional<double>& years, double from) {
    if (!years) return "never at these rates";
    if (*years <= 0) return "already";
    return from > 0 ? fmt::format("{:.0f}", std::floor(from + *years))
                    : fmt::format("in {:.1f} years", *years);
}

void print_standing(const WallPosition& drawn, const WallGrowth& growth) {
    print_text("As drawn: {}{}\n", drawn.accelerator,
               drawn.year > 0 ? fmt::format(" ({:.0f})", drawn.year) : "");
    const auto time = [](double seconds) { return format_quantity(seconds, Dimension::time, 3); };
    if (drawn.now.arithmetic > 0) {
        print_text(
            "  ridge points: HBM {}, scale-up {}, NICs {} FLOP/B; the step has {} FLOP a byte of scale-up "
            "and {} of NICs\n",
            ridge_text(drawn.ridges.hbm), ridge_text(drawn.ridges.scale_up), ridge_text(drawn.ridges.nic),
            ridge_text(drawn.scale_up_intensity), ridge_text(drawn.nic_intensity));
        print_text("  a step at full rates: arithmetic {}, HBM {}, scale-up {}, NICs {}; {:.1f} % of the "
                   "operators' time waits for HBM\n",
                   time(drawn.now.arithmetic), time(drawn.now.hbm), time(drawn.now.scale_up),
                   time(drawn.now.nic), 100 * drawn.memory_share);
    }
    if (!drawn.operators.empty())
        print_text("\n{:<34} {:>8} {:>8} {:>9}  {}\n", "operator", "FLOP/B", "ridge", "of FLOPs",
                   "left of the ridge from");
    for (size_t i = 0; i < std::min(drawn.operators.size(), most_operators); ++i) {
        const WallPosition::Op& op = drawn.operators[i];
        print_text("{:<34} {:>8} {:>8} {:>7.1f} %  {}\n", op.name, format_count(op.intensity),
                   ridge_text(op.ridge), 100 * op.share, when_text(op.years, drawn.year));
    }
    if (drawn.operators.size() > most_operators)
        print_text("{} more\n", drawn.operators.size() - most_operators);
    print_text(
        "\nAssumed: arithmetic grows {:.2f} times per year, HBM {:.2f}, links and NICs {:.2f}; the workload "
        "stays\n",
        growth.compute, growth.bandwidth, growth.link);
    if (drawn.now.arithmetic > 0)
        print_text("a step's bytes take longer than its arithmetic: HBM {}, scale-up {}, NICs {}\n",
                   when_text(drawn.hbm_years, drawn.year), when_text(drawn.scale_up_years, drawn.year),
                   when_text(drawn.nic_years, drawn.year));
    print_text("{:>8} {:>14} {:>12} {:>10} {:>10} {:>10} {:>10} {:>16} {:>10}\n", "year", "16 bit", "HBM",
               "scale-up", "ridge HBM", "ridge link", "ridge NICs", "waits for HBM", "ops faster");
    for (const WallPosition::Future& each : drawn.future)
        print_text("{:>8} {:>14} {:>12} {:>10} {:>10} {:>10} {:>10} {:>14.1f} % {:>9.2f}x\n",
                   drawn.year > 0 ? fmt::format("{:.0f}", drawn.year + each.year)
                                  : fmt::format("+{:.0f}", each.year),
                   rate_text(each.rates, WallRate::compute_16), rate_text(each.rates, WallRate::hbm),
                   rate_text(each.rates, WallRate::scale_up), ridge_text(each.ridges.hbm),
                   ridge_text(each.ridges.scale_up), ridge_text(each.ridges.nic), 100 * each.memory_share,
                   each.faster);
}

int run_wall(const ProjectInput& input, const WallOptions& options) {
    const MemoryWall wall = value_or_throw<UsageError>(memory_wall(Catalog::built_in(), options));
    const auto project = project_if_named(input);
    std::optional<WallPosition> standing;
    if (project) standing = wall_position(project->prepared(), project->need<Evaluation>(), wall.projected);
    if (input.json) {
        print_json(wall_json(wall, standing ? &*standing : nullptr));
    } else {
        print_parts(wall);
        print_growth(wall);
        if (standing) print_standing(*standing, wall.projected);
    }
    return project ? project->exit_of_step() : Exit::done;
}

} // namespace

void add_wall(const Command& program) {
    const Command command = program.add_subcommand(
        "wall",
        "How arithmetic outgrows memory and links, and where the drawn machine and its workload stand");
    command.footer("Example: roofrack-cli wall samples/llama3-405b-16k.roofrack.json --compute-growth 1.5");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command, false);
    input->add_replan_to(command);
    auto options = std::make_shared<WallOptions>();
    command.add_option("--compute-growth", options->compute, "arithmetic of a chip, times per year (1.73)")
        .between(0, 100);
    command.add_option("--bandwidth-growth", options->bandwidth, "HBM bandwidth, times per year (1.26)")
        .between(0, 100);
    command.add_option("--link-growth", options->link, "links and NICs, times per year (1.18)")
        .between(0, 100);
    command.add_option("--years", options->years, "how far the projection goes (6)").between(1, 50);
    command.add_option("--vendor", options->vendor, "growth of one vendor's accelerators");
    command.callback([input, options] { return run_wall(*input, *options); });
}

} // namespace roofrack::cli
