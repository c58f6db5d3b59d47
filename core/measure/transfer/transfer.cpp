// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/transfer/transfer.h"

#include "core/measure/audit.h"
#include "core/measure/transfer/without.h"
#include "core/units/crew.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <thread>

namespace roofrack {

namespace {

std::vector<bool> marks(size_t count, const std::vector<size_t>& runs) {
    std::vector<bool> out(count, false);
    for (const size_t i : runs) out[i] = true;
    return out;
}

/// |ln(predicted ÷ published)| that holds the nominal share of these runs, each series weighing the same;
/// that of an unknown stack on an unknown generation without any.
double held_by(std::span<const ValidationRun* const> runs, double nominal) {
    const Uncertainty& known = Uncertainty::built_in();
    if (runs.empty()) return known.quantile * std::hypot(known.unfitted_family, known.unfitted_generation);
    std::map<std::string_view, double> rows;
    for (const ValidationRun* run : runs) rows[run->row.series] += 1;
    std::vector<std::pair<double, double>> errors;
    for (const ValidationRun* run : runs)
        errors.emplace_back(std::abs(run->residual.error), 1 / rows[run->row.series]);
    return weighted_quantile(std::move(errors), nominal);
}

void set_band(ValidationRun& run, double width) {
    run.row.band_low = run.row.predicted * std::exp(-width);
    run.row.band_high = run.row.predicted * std::exp(width);
}

/// Of runs above a quarter of the class's GPUs that are not in it, predicted without all above.
double width_below(std::span<const ValidationRun> runs, const std::vector<InformedConstant>& constants,
                   const CostParameters& parameters, double nominal) {
    std::vector<size_t> above;
    for (size_t i = 0; i < runs.size(); ++i)
        if (runs[i].row.gpus > large_scale / 4) above.push_back(i);
    const FactorsWithout without = factors_without(runs, marks(runs.size(), above), constants, parameters);
    std::vector<ValidationRun> predicted;
    for (const size_t i : above)
        if (runs[i].row.gpus <= large_scale)
            predict_again(predicted.emplace_back(runs[i]), without.parameters);
    std::vector<const ValidationRun*> pointers;
    for (const ValidationRun& run : predicted) pointers.push_back(&run);
    return held_by(pointers, nominal);
}

} // namespace

Result<TransferTest> transfer_test(const Table& table, const std::string& where, const Catalog& catalog,
                                   const CostParameters& parameters, LeftOut by, bool only_core,
                                   const TransferProgress& progress) {
    TransferTest out;
    out.by = by;
    out.nominal_coverage = Uncertainty::built_in().nominal;
    auto runs = predicted_runs(table, where, catalog, parameters, only_core, out.skipped);
    if (!runs) return tl::unexpected(runs.error());
    const std::vector<LeftOutClass> classes = left_out_classes(*runs, by);
    if (classes.empty())
        return fail(where, fmt::format("no run falls in a class of '{}'", name_of(by)),
                    "leave out by another property, or give more runs");
    std::vector<FitRun> fitted;
    for (const ValidationRun& run : *runs) fitted.push_back(run.run);
    const auto constants = inform_constants(fitted, every_factor(), parameters);

    std::vector<ValidationRun> predicted = *runs;
    out.classes.resize(classes.size());
    std::atomic<size_t> next = 0;
    std::mutex telling;
    size_t done = 0;
    work_in_crew(std::thread::hardware_concurrency(), [&] {
        for (size_t c = next++; c < classes.size(); c = next++) {
            FactorsWithout without =
                factors_without(*runs, marks(runs->size(), classes[c].runs), constants, parameters);
            for (const size_t i : classes[c].runs) predict_again(predicted[i], without.parameters);
            out.classes[c].name = classes[c].name;
            out.classes[c].borrowed = std::move(without.borrowed);
            const std::lock_guard lock(telling);
            if (progress) progress(++done, classes.size(), classes[c].name);
        }
    });

    for (size_t c = 0; c < classes.size(); ++c) {
        std::vector<const ValidationRun*> others;
        for (size_t d = 0; d < classes.size(); ++d)
            if (d != c)
                for (const size_t i : classes[d].runs) others.push_back(&predicted[i]);
        const double width = by == LeftOut::scale
                                 ? width_below(*runs, constants, parameters, out.nominal_coverage)
                                 : held_by(others, out.nominal_coverage);
        const size_t first = out.rows.size();
        for (const size_t i : classes[c].runs) {
            set_band(predicted[i], width);
            out.rows.push_back(predicted[i].row);
        }
        out.classes[c].figures = figures(std::span<const ValidatedRow>(out.rows).subspan(first));
    }
    out.all = figures(std::span<const ValidatedRow>(out.rows));
    return out;
}

} // namespace roofrack
