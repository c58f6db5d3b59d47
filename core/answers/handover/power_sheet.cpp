// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/facility_answers.h"
#include "core/answers/handover/sheets.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/unique_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roofrack {

namespace {

/// Names of what the feeds or cooling units of an element serve.
std::string served_by(const Cluster& cluster, const UniqueNames& names, const std::string& id) {
    std::vector<std::string> out;
    for (const Link& link : cluster.links) {
        const std::string* far = link.from == id ? &link.to : link.to == id ? &link.from : nullptr;
        const Element* here = cluster.find(id);
        const Element* there = far ? cluster.find(*far) : nullptr;
        if (!here || !there || !link_kind(here->kind, there->kind)) continue;
        const bool gives = here->kind == ElementKind::feed || here->kind == ElementKind::cooling;
        if (gives) out.push_back(names.of(*far));
    }
    return fmt::format("{}", fmt::join(out, ", "));
}

} // namespace

void write_power_sheet(WorkbookWriter& book, const WorkbookInput& input) {
    enum PowerColumn : uint16_t { what, kind, instances, load, limit, share, peak, secured, serves };
    const auto* const levels = input.answers.get<FacilityLevels>();
    const FacilityStudy* const study = levels && *levels ? &(*levels)->study : nullptr;
    book.begin_sheet("Power tree",
                     study && study->assumed ? "Power and cooling at the standing load, from the racks up"
                                             : "Power and cooling, from the racks up",
                     {{"Unit", 28},
                      {"Kind", 12},
                      {"Units", 8},
                      {"Load, W", 14},
                      {"Limit, W", 14},
                      {"Load ÷ limit", 9},
                      {"Highest, W", 14},
                      {"Limit with one lost, W", 14},
                      {"Serves", 50}});
    uint32_t row = WorkbookWriter::first_row;
    if (!study) {
        book.text(row, what, "There is none: " + why_missing(levels).what, CellStyle::note);
        return;
    }
    const Cluster& cluster = input.answers.scenario().cluster;
    const UniqueNames names(cluster);
    for (const Budget& each : study->budgets) {
        const std::string name = names.of(each.id);
        book.text(row, what, name.empty() ? each.id : name);
        book.text(row, kind, name_of(each.kind));
        book.number(row, instances, each.instances, CellStyle::whole);
        book.number(row, load, each.load.si(), CellStyle::whole);
        if (each.limit && each.limit->si() > 0) {
            book.number(row, limit, each.limit->si(), CellStyle::input);
            book.formula(
                row, share,
                fmt::format("={}/{}", WorkbookWriter::cell(row, load), WorkbookWriter::cell(row, limit)),
                each.share().value_or(0), CellStyle::percent);
        }
        book.number(row, peak, each.peak.si(), CellStyle::whole);
        if (each.secured) book.number(row, secured, each.secured->si(), CellStyle::whole);
        book.text(row++, serves, served_by(cluster, names, each.id));
    }
    ++row;
    const PowerState& state = study->state;
    const struct {
        const char* name;
        const char* label;
        double value;
    } sums[] = {{"it_load_w", "IT load, mean", state.it.si()},
                {"pue", "PUE", state.pue},
                {"facility_peak_w", "Facility while all compute", state.peak.si()}};
    for (const auto& each : sums) {
        book.text(row, what, each.label);
        book.number(row, load, each.value, CellStyle::decimal);
        book.define(each.name, "='Power tree'!" + WorkbookWriter::cell(row++, load, true));
    }
    book.text(row, what, "Facility, mean");
    book.formula(row, load, "=it_load_w*pue", state.facility.si(), CellStyle::whole);
}

} // namespace roofrack
