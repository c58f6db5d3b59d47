// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/sweeps/collective_fit.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

/// Quadratic below 10 %, then linear, then bounded: a sweep that its library chose a bad algorithm for does
/// not bend a class.
double row_loss(double predicted, double published) {
    const double e = std::abs(std::log(predicted / published));
    if (!std::isfinite(e)) return 1;
    return e < 0.1 ? 5 * e * e : std::min(e - 0.05, 1.0);
}

/// What may inform the constants: core rows, and of the misconfigured ones those that ran over TCP at sizes
/// where its rate shows.
bool takes_part(const CollectiveRow& row) {
    if (row.use == "core" || row.use.empty()) return true;
    return row.variant == NetworkVariant::tcp && size_band(row.bytes) == SizeBand::large;
}

} // namespace

CollectiveConstants CollectivePriors::constants() const {
    CollectiveConstants out;
    for (const CollectivePrior& p : parameters) out.*p.field->value = p.prior;
    return out;
}

Result<CollectivePriors> CollectivePriors::parse(std::string_view text, std::string_view where) {
    const auto json = json_or_discarded(text);
    if (!json.is_object() || !json.contains("parameters"))
        return fail(std::string(where), "no list 'parameters'", "list the fitted constants");
    CollectivePriors out;
    out.strength = json.value("strength", out.strength);
    for (const auto& entry : json["parameters"]) {
        CollectivePrior p;
        const std::string of = entry.value("of", ""), name = entry.value("name", ""),
                          key = entry.value("key", "");
        p.field = collective_field(of, name, key);
        if (!p.field)
            return fail(std::string(where), "no constant '" + key + "' of '" + name + "'",
                        "name a constant of the collectives");
        p.prior = entry.value("prior", 0.0);
        p.low = entry.value("low", 0.0);
        p.high = entry.value("high", 0.0);
        p.unit = entry.value("unit", "");
        p.meaning = entry.value("meaning", "");
        p.informed_by = entry.value("informed_by", "");
        if (!(p.low < p.high))
            return fail(std::string(where), "empty range of '" + key + "'", "give low < high");
        out.parameters.push_back(std::move(p));
    }
    return out;
}

const CollectivePriors& CollectivePriors::built_in() {
    static const CollectivePriors priors = parse_embedded("resources/cost/collective_priors.json", parse);
    return priors;
}

CollectiveConstants fit_collectives(std::span<const CollectiveRow> rows, const CollectivePriors& priors,
                                    const std::function<bool(const CollectiveRow&)>& held_out) {
    // A class that sockets drive counts as a fabric of its own.
    const auto key = [](const CollectiveRow& row) {
        return std::make_tuple(size_band(row.bytes), row.variant == NetworkVariant::tcp,
                               std::string_view(row.fabric_name));
    };
    std::map<std::tuple<SizeBand, bool, std::string_view>, double> size;
    std::vector<const CollectiveRow*> used;
    for (const CollectiveRow& row : rows)
        if (takes_part(row) && !(held_out && held_out(row))) {
            used.push_back(&row);
            size[key(row)] += 1;
        }
    CollectiveConstants constants = priors.constants();
    if (used.empty()) return constants;
    // Large messages carry training: they weigh three times as much as each of the other bands.
    constexpr auto band_weight = std::to_array<double>({1, 1, 3});
    static_assert(band_weight.size() == size_band_count);
    double fabrics[size_band_count] = {};
    for (const auto& [k, n] : size) fabrics[static_cast<int>(std::get<0>(k))] += 1;
    std::vector<double> weight;
    for (const CollectiveRow* row : used) {
        const int band = static_cast<int>(size_band(row->bytes));
        weight.push_back(band_weight[static_cast<size_t>(band)] / size[key(*row)] / fabrics[band] / 5);
    }
    const auto objective = [&](const CollectiveConstants& at) {
        double sum = 0;
        for (size_t i = 0; i < used.size(); ++i)
            sum += weight[i] * row_loss(predict(*used[i], at), used[i]->seconds);
        for (const CollectivePrior& p : priors.parameters) {
            const double away = (at.*p.field->value - p.prior) / (p.high - p.low);
            sum += priors.strength * away * away;
        }
        return sum;
    };
    double best = objective(constants);
    constexpr int rounds = 7;
    for (int round = 0; round < rounds; ++round)
        for (const CollectivePrior& p : priors.parameters)
            for (const double reach : {0.5, 0.2, 0.08})
                for (const double direction : {-1.0, 1.0}) {
                    CollectiveConstants trial = constants;
                    double& value = trial.*p.field->value;
                    value = std::clamp(value + direction * reach * std::pow(0.55, round) * (p.high - p.low),
                                       p.low, p.high);
                    if (const double at = objective(trial); at < best - 1e-9) {
                        best = at;
                        constants = trial;
                    }
                }
    return constants;
}

} // namespace roofrack
