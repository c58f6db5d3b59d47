// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/lookup/catalog_compare.h"

#include "app/cli/base/output.h"
#include "core/answers/report/catalog_json.h"
#include "core/base/catalog/numerics.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string fact_text(const NumericFact& fact) {
    if (fact.text.empty()) return "not known";
    return fmt::format("{} ({}: {})", fact.text, name_of(fact.status), fact.source);
}

void print_numerics(const Part& from, const Part& to) {
    const auto changes = numeric_changes(from, to);
    const bool any = std::ranges::any_of(changes, &NumericChange::changes);
    print_text("{}\n",
               any ? "Changes the results of a run, if nothing is set:" : "No known change of results:");
    for (const NumericChange& each : changes) {
        if (each.changes())
            print_text("  {}\n    {}: {}\n    {}: {}\n", label_of(each.topic), from.id, fact_text(each.from),
                       to.id, fact_text(each.to));
        else
            print_text("  {}: {}\n", label_of(each.topic),
                       each.is_known() ? "as before, " + each.from.text : "not known of both");
    }
    print_text(
        "Another accelerator, another count of them, or another release adds in another order: bits are not "
        "the same.\n\n");
}

std::string figure_text(const SourcedValue* figure, Dimension dimension) {
    if (!figure) return "-";
    if (!figure->value) return figure->status == Status::unknown ? "unknown" : "none";
    return format_quantity(*figure->value, dimension, dimension == Dimension::number ? 6 : 4);
}

} // namespace

void print_comparison(const Part& from, const Part& to, bool json) {
    if (json) {
        print_json(catalog_comparison_json(from, to));
        return;
    }
    print_text("{} to {}\n\n", from.name, to.name);
    if (from.kind == PartKind::accelerator) print_numerics(from, to);
    print_text("{:<40} {:>18} {:>18} {:>9}\n", "", from.id, to.id, "times");
    for (const FigurePair& pair : figure_pairs(from, to)) {
        const auto ratio = pair.ratio();
        print_text("{:<40} {:>18} {:>18} {:>9}\n", pair.spec->label,
                   figure_text(pair.from, pair.spec->dimension), figure_text(pair.to, pair.spec->dimension),
                   ratio ? fmt::format("{:.2f}", *ratio) : "-");
    }
}

} // namespace roofrack::cli
