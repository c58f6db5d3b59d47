// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate/validate_scaling.h"

#include "app/cli/base/commands.h"

#include "core/base/catalog/catalog.h"
#include "validation/report/scaling_validation_json.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

double error_percent(double of_logarithm) { return 100 * std::expm1(of_logarithm); }

void print_held_out(const ScalingValidation& v, bool markdown) {
    if (!markdown) {
        print_text("{:<44}{:>16}{:>11}{:>16}{:>10}{:>10}\n", "curve", "GPUs", "forecast", "90 % of it", "USL",
                   "Amdahl");
        for (const HeldOutCurve& curve : v.curves)
            print_text("{:<44.43}{:>16}{:>9.1f} %{:>9.1f} %{:>5}{:>8.1f} %{:>8.1f} %\n", curve.name,
                       fmt::format("{:g} to {:g}", curve.last_gpus, curve.gpus), error_percent(curve.error),
                       error_percent(curve.half_width),
                       curve.is_refused ? "none"
                       : curve.within   ? "in"
                                        : "out",
                       error_percent(curve.usl_error), error_percent(curve.amdahl_error));
        print_text("\n");
    }
    const auto row = [&](std::string_view name, double own, double usl, double amdahl) {
        print_text(fmt::runtime(markdown ? "| {} | {:.1f} % | {:.1f} % | {:.1f} % |\n"
                                         : "{:<44}{:>9.1f} %{:>9.1f} %{:>9.1f} %\n"),
                   name, error_percent(own), error_percent(usl), error_percent(amdahl));
    };
    if (markdown)
        print_text("| largest count held back | forecast | USL | Amdahl |\n|---|--:|--:|--:|\n");
    else
        print_text("{:<44}{:>11}{:>11}{:>11}\n", "largest count held back", "forecast", "USL", "Amdahl");
    row("median error", v.median, v.usl_median, v.amdahl_median);
    row("mean error", v.mean, v.usl_mean, v.amdahl_mean);
    print_text(
        "\n{} curves of four counts and more, {} shorter. The 90 % band holds {:.0f} % of them, ±{:.1f} % in "
        "the median{}.\n",
        v.curves.size(), v.too_short, 100 * v.covered, error_percent(v.median_width),
        v.refused > 0 ? fmt::format("; {} have no forecast and are not counted", v.refused) : std::string());
}

} // namespace

int validate_scaling_file(const std::string& csv, bool json, bool markdown) {
    const auto curves = read_scaling_curves(csv);
    if (!curves) return report(curves.error());
    const ScalingValidation validation = validate_scaling(*curves, Catalog::built_in());
    if (json)
        print_json(scaling_validation_json(validation));
    else
        print_held_out(validation, markdown);
    return Exit::done;
}

} // namespace roofrack::cli
