// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published/predictions.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/csv_cell.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/published/predicted_run.h"
#include "core/step/cost/bands/uncertainty.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace roofrack {

namespace {

constexpr std::string_view how_to_renew = "make the file again with tools/validation --predictions";

struct TextColumn {
    std::string_view name;
    std::string ValidatedRow::*member;
};
constexpr TextColumn texts[] = {{"id", &ValidatedRow::id},
                                {"generation", &ValidatedRow::generation},
                                {"family", &ValidatedRow::family},
                                {"precision", &ValidatedRow::precision}};

/// Sequences in tokens, batches in sequences, the step in seconds; prediction and band in the unit of the
/// run's metric.
struct NumberColumn {
    std::string_view name;
    double ValidatedRow::*member;
};
constexpr NumberColumn numbers[] = {{"sequence", &ValidatedRow::sequence},
                                    {"global_batch", &ValidatedRow::global_batch},
                                    {"predicted_step_s", &ValidatedRow::predicted_step},
                                    {"predicted", &ValidatedRow::predicted},
                                    {"band_low", &ValidatedRow::band_low},
                                    {"band_high", &ValidatedRow::band_high}};

/// What was assumed is the last column.
constexpr std::string_view assumed_column = "assumed", between = "; ";

std::vector<std::string> parts_of(std::string_view cell) {
    std::vector<std::string> out;
    while (!cell.empty()) {
        const size_t end = std::min(cell.find(between), cell.size());
        out.emplace_back(cell.substr(0, end));
        cell.remove_prefix(std::min(end + between.size(), cell.size()));
    }
    return out;
}

/// What the run's own row says of it.
Result<void> add_published(const RunRow& row, ValidatedRow& out) {
    const auto metric = published_metric(row);
    if (!metric) return tl::unexpected(metric.error());
    out.series = series_of(row);
    out.use = use_of(row);
    out.gpu = row.text("gpu");
    out.software = row.text("software");
    out.model = row.text("model");
    out.source = row.text("source");
    out.gpus = row.number("gpus");
    out.metric = metric->name;
    out.published = metric->published;
    set_error(out);
    out.fitted_error_pct = out.error_pct;
    return {};
}

} // namespace

Result<ListedRuns> parse_predictions(std::string_view csv, std::string_view where, const Table& runs) {
    const auto failed = [&](std::string what) {
        return fail(std::string(where), what, std::string(how_to_renew));
    };
    const auto table = parse_csv(csv, where);
    if (!table) return tl::unexpected(table.error());
    std::vector<std::string_view> columns;
    for (const TextColumn& each : texts) columns.push_back(each.name);
    for (const NumberColumn& each : numbers) columns.push_back(each.name);
    columns.push_back(assumed_column);
    for (const std::string_view column : columns)
        if (table->column(column) == std::string::npos) return failed(fmt::format("no column '{}'", column));
    std::unordered_map<std::string_view, size_t> places;
    for (size_t i = 0; i < runs.rows.size(); ++i) places.emplace(RunRow(runs, i).text("id"), i);
    ListedRuns out;
    std::vector<bool> listed(runs.rows.size(), false);
    for (size_t i = 0; i < table->rows.size(); ++i) {
        const RunRow row(*table, i);
        ValidatedRow& run = out.rows.emplace_back();
        for (const TextColumn& each : texts) run.*each.member = row.text(each.name);
        for (const NumberColumn& each : numbers) {
            run.*each.member = row.number(each.name);
            if (!(run.*each.member > 0))
                return failed(fmt::format("'{}' of run '{}' is not a positive number", each.name, run.id));
        }
        run.assumed = parts_of(row.text(assumed_column));
        const auto place = places.find(run.id);
        if (place == places.end()) return failed(fmt::format("no run has the id '{}'", run.id));
        if (listed[place->second]) return failed(fmt::format("run '{}' stands twice", run.id));
        listed[place->second] = true;
        if (const auto added = add_published(RunRow(runs, place->second), run); !added)
            return failed(fmt::format("run '{}' publishes no figure", run.id));
    }
    out.skipped = runs.rows.size() - out.rows.size();
    out.nominal = Uncertainty::built_in().nominal;
    return out;
}

std::string predictions_file(std::span<const ValidatedRow> rows) {
    std::string out;
    for (const TextColumn& each : texts) out += fmt::format("{},", each.name);
    for (const NumberColumn& each : numbers) out += fmt::format("{},", each.name);
    out += fmt::format("{}\n", assumed_column);
    for (const ValidatedRow& row : rows) {
        for (const TextColumn& each : texts) out += csv_cell(row.*each.member) + ',';
        for (const NumberColumn& each : numbers) out += fmt::format("{:.12g},", row.*each.member);
        out += csv_cell(fmt::format("{}", fmt::join(row.assumed, between))) + '\n';
    }
    return out;
}

const ListedRuns& listed_runs() {
    static const ListedRuns runs =
        parse_embedded("resources/runs/predictions.csv", [](std::string_view csv, std::string_view where) {
            return parse_predictions(csv, where, built_in_runs());
        });
    return runs;
}

} // namespace roofrack
