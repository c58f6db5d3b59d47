// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/uncertainty.h"

#include "core/constants/embedded.h"
#include "core/cost/parameters.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::array<std::string_view, assumed_cell_count> cell_names{"recompute", "vpp", "micro_batch",
                                                                      "network", "degrees"};

const Uncertainty::Entry* named(const std::vector<Uncertainty::Entry>& entries, std::string_view name) {
    const auto it = std::ranges::find(entries, name, &Uncertainty::Entry::name);
    return it == entries.end() || it->series == 0 ? nullptr : &*it;
}

std::string label_of_family(std::string_view family) {
    for (const SoftwareParameters& stack : CostParameters::built_in().software)
        if (stack.name == family) return stack.label;
    return std::string(family);
}

int bits_of(Precision precision) {
    if (precision == Precision::nvfp4) return 4;
    return precision == Precision::fp8 ? 8 : 16;
}

} // namespace

std::string_view name_of(AssumedCell cell) { return cell_names[static_cast<size_t>(cell)]; }

std::vector<SpreadTerm> Uncertainty::terms(const BandBasis& basis) const {
    std::vector<SpreadTerm> out;
    const Entry* family = named(families, basis.family);
    const Entry* generation = named(generations, basis.generation);
    const bool known_family = family && basis.family != "unknown";
    // A measurement of the same machine and stack says what their factors are together.
    const double left = basis.calibrated ? calibrated : 1;
    if (known_family)
        out.push_back({label_of_family(basis.family), left * family->sigma});
    else
        out.push_back({"software without fitted runs", left * unfitted_family});
    if (generation)
        out.push_back({fmt::format("{} generation", basis.generation), left * generation->sigma});
    else
        out.push_back({"GPU generation without fitted runs", left * unfitted_generation});
    if (!basis.calibrated) {
        const int bits = basis.plan ? bits_of(basis.plan->precision) : 16;
        const auto seen = [&](std::string_view name) {
            return std::ranges::any_of(
                low_precision, [&](const LowPrecision& p) { return p.name == name && p.bits == bits; });
        };
        if (bits < 16 && (!seen(basis.family) || !seen(basis.generation)))
            out.push_back({fmt::format("{}-bit arithmetic without fitted runs", bits), unfitted_precision});
        out.insert(out.end(), basis.leans.begin(), basis.leans.end());
    }
    if (basis.kind != "dense") {
        const Entry* kind = named(kinds, basis.kind);
        out.push_back({fmt::format("{} model", basis.kind), kind ? kind->sigma : unfitted_kind});
    }
    for (size_t cell = 0; cell < assumed_cell_count; ++cell)
        if (basis.assumed[cell]) out.push_back({fmt::format("{} assumed", cell_names[cell]), assumed[cell]});
    return out;
}

double Uncertainty::sigma(const BandBasis& basis) const {
    double variance = 0;
    for (const SpreadTerm& term : terms(basis)) variance += term.sigma * term.sigma;
    return std::sqrt(variance);
}

double Uncertainty::factor(const BandBasis& basis) const { return std::exp(quantile * sigma(basis)); }

Band Uncertainty::band(double predicted, const BandBasis& basis) const {
    const double wide = factor(basis);
    return {predicted / wide, predicted * wide};
}

const Uncertainty& Uncertainty::built_in() {
    static const Uncertainty uncertainty = parse_embedded("resources/cost/uncertainty.json", parse);
    return uncertainty;
}

} // namespace roofrack
