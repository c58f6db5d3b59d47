// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/commands.h"
#include "core/answers/report/batch_plane_json.h"
#include "core/answers/report/bottlenecks_json.h"
#include "core/answers/report/catalog_json.h"
#include "core/answers/report/compare/comparison_json.h"
#include "core/answers/report/compare/moved_json.h"
#include "core/answers/report/decide/odds_json.h"
#include "core/answers/report/decide/tornado_json.h"
#include "core/answers/report/decide/tried_json.h"
#include "core/answers/report/design/design_json.h"
#include "core/answers/report/difference_json.h"
#include "core/answers/report/drawing/bom_json.h"
#include "core/answers/report/drawing/cables_json.h"
#include "core/answers/report/drawing/check_json.h"
#include "core/answers/report/drawing/links_json.h"
#include "core/answers/report/drawing/loads_json.h"
#include "core/answers/report/drawing/multiplicity_json.h"
#include "core/answers/report/drawing/path_json.h"
#include "core/answers/report/drawing/rack_json.h"
#include "core/answers/report/evaluation_json.h"
#include "core/answers/report/explanation_json.h"
#include "core/answers/report/facility/room_json.h"
#include "core/answers/report/figures/figures_json.h"
#include "core/answers/report/interchange_json.h"
#include "core/answers/report/limits/collectives_json.h"
#include "core/answers/report/limits/matrix_json.h"
#include "core/answers/report/limits/reduction_json.h"
#include "core/answers/report/limits/wall_json.h"
#include "core/answers/report/losses_json.h"
#include "core/answers/report/measured/calibration_json.h"
#include "core/answers/report/measured/diagnosis_json.h"
#include "core/answers/report/measured/draft_json.h"
#include "core/answers/report/measured/runs_json.h"
#include "core/answers/report/measured/scaling_fit_json.h"
#include "core/answers/report/measured/trace_json.h"
#include "core/answers/report/mitigations_json.h"
#include "core/answers/report/money/cost_json.h"
#include "core/answers/report/money/network_balance_json.h"
#include "core/answers/report/parts/findings_json.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/answers/report/parts/step_parts_json.h"
#include "core/answers/report/power_json.h"
#include "core/answers/report/present/deck_json.h"
#include "core/answers/report/scale_json.h"
#include "core/answers/report/search_json.h"
#include "core/answers/report/sharing_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/report/templates_json.h"
#include "core/answers/report/weather/year_json.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_schema.h"
#include "core/drawing/project/project_writer.h"
#include "core/facility/facility.h"
#include "validation/report/parameters_json.h"
#include "validation/report/validation_json.h"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack::cli {

namespace {

using namespace schema;

std::vector<StepPart> step_parts() {
    std::vector<StepPart> parts;
    for (size_t i = 0; i < step_part_count; ++i) parts.push_back(static_cast<StepPart>(i));
    return parts;
}

/// What more than one command prints, and every enumeration.
Json definitions() {
    Json out;
    out["band"] = band_schema();
    out["part"] = enumeration(step_parts());
    out["regime"] = enumeration({Regime::linear, Regime::diminishing, Regime::degrading});
    out["severity"] = enumeration({Severity::critical, Severity::warning, Severity::info});
    out["clip"] = enumeration({ThrottleCause::none, ThrottleCause::power_cap, ThrottleCause::thermal,
                               ThrottleCause::inlet, ThrottleCause::feed, ThrottleCause::cooling,
                               ThrottleCause::plant, ThrottleCause::site});
    out["metric"] = enumeration(
        {ScaleMetric::throughput, ScaleMetric::fixed_batch, ScaleMetric::goodput, ScaleMetric::time_to_loss});
    Json template_names = Json::array();
    for (const TemplateInfo& info : list_templates()) template_names.push_back(info.name);
    out["template"] = {{"enum", std::move(template_names)}};
    out["finding"] = finding_schema();
    out["breakdown"] = breakdown_schema();
    return out;
}

/// Every command with --json.
struct JsonCommand {
    const char* name;
    Json (*schema)();
};
constexpr JsonCommand json_commands[] = {
    {"evaluate", evaluation_schema},
    {"scale", scale_schema},
    {"batch", batch_plane_schema},
    {"failures", run_losses_schema},
    {"input", [] { return with_answer_schema(input_schema()); }},
    {"jobs", jobs_schema},
    {"stragglers", [] { return with_answer_schema(stragglers_schema()); }},
    {"balance", network_balance_schema},
    {"compare", comparison_schema},
    {"design", design_schema},
    {"moved", moved_schema},
    {"cost", [] { return with_standstill_schema(money_study_schema()); }},
    {"bottlenecks", bottlenecks_schema},
    {"collectives", bus_bandwidths_schema},
    {"exchange", [] { return with_standstill_schema(exchange_schema()); }},
    {"sensitivity", [] { return with_answer_schema(sensitivity_schema()); }},
    {"tornado", tornado_schema},
    {"odds", odds_schema},
    {"try", tried_schema},
    {"reliefs", [] { return with_answer_schema(mitigations_schema()); }},
    {"reduction", reduction_schema},
    {"limits", limits_schema},
    {"wall", wall_schema},
    {"explain", [] { return with_standstill_schema(explanation_schema()); }},
    {"draft", draft_schema},
    {"trace", trace_schema},
    {"validate", validate_schema},
    {"catalog", catalog_schema},
    {"parameters", parameters_schema},
    {"fit", scaling_fits_schema},
    {"power", [] { return with_answer_schema(power_schema()); }},
    {"room", [] { return with_standstill_schema(room_schema()); }},
    {"year", [] { return with_answer_schema(year_schema()); }},
    {"totals", [] { return with_answer_schema(run_totals_schema()); }},
    {"check", check_schema},
    {"new", new_schema},
    {"search", search_schema},
    {"import", import_schema},
    {"export", export_schema},
    {"report", export_schema},
    {"present", deck_schema},
    {"calibrate", calibration_schema},
    {"runs", runs_schema},
    {"diagnose", diagnosis_schema},
    {"bom", bom_schema},
    {"cables", cables_schema},
    {"loads", loads_schema},
    {"links", links_schema},
    {"path", path_schema},
    {"split", split_schema},
    {"merge", merge_schema},
    {"rack", rack_schema},
    {"diff", difference_schema},
    {"figures", figure_list_schema},
    {"ask", asked_schema},
};

/// JSON Schema (draft 2020-12) of what a command prints with `--json`. SI units unless a key ends in its
/// unit; null is unknown. Nothing for what is no command with --json.
std::optional<std::string> output_schema(std::string_view command) {
    for (const JsonCommand& known : json_commands) {
        if (known.name != command) continue;
        Json out{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", std::string("roofrack-cli ") + known.name + " --json"}};
        out.update(known.schema());
        out["$defs"].update(definitions());
        return pretty_text(out);
    }
    return std::nullopt;
}

/// Every command with --json.
std::vector<std::string> output_schema_names() {
    std::vector<std::string> names;
    for (const JsonCommand& command : json_commands) names.emplace_back(command.name);
    return names;
}

} // namespace

void add_schema(const Command& program) {
    const Command command = program.add_subcommand(
        "schema", "Prints the JSON Schema of the project file, or of what a command prints");
    command.footer("Example: roofrack-cli schema project > roofrack.schema.json");
    auto names = output_schema_names();
    names.insert(names.begin(), "project");
    const auto name = std::make_shared<std::string>();
    command.add_option("NAME", *name, "`project`, or a command").required().one_of(names);
    command.callback([name] {
        const std::string schema =
            *name == "project" ? project_schema(Catalog::built_in()) : output_schema(*name).value_or("");
        std::fputs(schema.c_str(), stdout);
        return Exit::done;
    });
}

} // namespace roofrack::cli
