// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/sweeps/audit_collectives.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

std::vector<InformedConstant> inform_collectives(std::span<const CollectiveRow> rows,
                                                 const CollectivePriors& priors,
                                                 const CollectiveConstants& constants) {
    constexpr double training_message = 1 << 20; // B
    std::vector<InformedConstant> out;
    for (const CollectivePrior& p : priors.parameters) {
        InformedConstant& constant = out.emplace_back();
        constant.of = p.field->of;
        constant.name = p.field->name;
        constant.key = p.field->key;
        constant.spread = (p.high - p.low) / std::sqrt(12.0);
        const double kept = constants.*p.field->value, shift = 0.1 * (p.high - p.low);
        std::vector<double> small;
        for (const CollectiveRow& row : rows) {
            // Misconfigured runs inform the constants of sockets alone.
            if (row.use != "core" && row.variant != NetworkVariant::tcp) continue;
            double moved = 0;
            const double before = predict(row, constants);
            for (const double at : {kept + shift, kept - shift}) {
                if (at < p.low || at > p.high) continue;
                CollectiveConstants shifted = constants;
                shifted.*p.field->value = at;
                moved = std::max(moved, std::abs(std::log(predict(row, shifted) / before)));
            }
            if (!(moved > 0.01)) continue;
            ++constant.rows;
            (row.bytes >= training_message ? constant.moves : small)
                .push_back(moved * constant.spread / shift);
            if (std::ranges::find(constant.series, row.source) == constant.series.end())
                constant.series.push_back(row.source);
        }
        if (constant.moves.empty()) constant.moves = std::move(small);
    }
    return out;
}

Result<void> add_collective_constants(Uncertainty& uncertainty, std::span<const std::filesystem::path> files,
                                      const Catalog& catalog) {
    std::vector<CollectiveRow> rows;
    for (const std::filesystem::path& csv : files) {
        const auto table = read_csv(csv);
        if (!table) return tl::unexpected(table.error());
        if (!holds_collectives(*table))
            return fail(csv.string(), "no sweeps of collectives", "give a COLLECTIVES.csv");
        for (size_t i = 0; i < table->rows.size(); ++i)
            if (auto row = collective_row(RunRow(*table, i), catalog)) rows.push_back(std::move(*row));
    }
    for (const InformedConstant& c :
         inform_collectives(rows, CollectivePriors::built_in(), CollectiveConstants::built_in()))
        uncertainty.constants.push_back(c.entry());
    return {};
}

void keep_collective_constants(Uncertainty& uncertainty) {
    for (const Uncertainty::Constant& c : Uncertainty::built_in().constants)
        if (collective_field(c.of, c.name, c.key)) uncertainty.constants.push_back(c);
}

} // namespace roofrack
