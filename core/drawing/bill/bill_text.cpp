// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/bill/bill_text.h"

#include "core/base/units/csv_cell.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roofrack {

namespace {

std::string number(std::optional<double> value) { return value ? fmt::format("{:.12g}", *value) : ""; }

std::string counted(double count, std::string_view one, std::string_view many) {
    return format_count(count) + ' ' + std::string(count == 1 ? one : many);
}

/// " (without a figure: “CDU”, “Rack, 48 U” and 3 more)"; a name once, however many rows have it.
std::string missing(std::string_view what, const std::vector<std::string>& names) {
    std::vector<std::string> few;
    for (const std::string& name : names)
        if (std::string quoted = "“" + name + "”"; std::ranges::find(few, quoted) == few.end())
            few.push_back(std::move(quoted));
    if (few.empty()) return {};
    constexpr size_t most = 2;
    const size_t more = few.size() > most ? few.size() - most : 0;
    few.resize(few.size() - more);
    return fmt::format(" (without {}: {}{})", what, fmt::join(few, ", "),
                       more > 0 ? fmt::format(" and {} more", more) : "");
}

/// What is to be said of a row, and that its figures are announced.
std::string noted(const BillRow& row) {
    return row.note.empty() || row.announced.empty() ? row.note + row.announced
                                                     : row.note + "; " + row.announced;
}

} // namespace

std::string bill_csv(const BillOfMaterials& bill, std::span<const std::string> more) {
    const auto added = [&](size_t line) { return line < more.size() ? more[line] : std::string(); };
    std::string out = "group,tier,part,name,count,unit,length_m,power_w,power_status,power_source,price_usd,"
                      "price_status,note,drawn" +
                      added(0) + "\r\n";
    for (size_t i = 0; i < bill.rows.size(); ++i) {
        const BillRow& row = bill.rows[i];
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}\r\n", name_of(row.group),
                           row.tier > 0 ? fmt::format("{}", row.tier) : "", csv_cell(row.part),
                           csv_cell(row.name), number(row.count), row.unit, number(row.length),
                           number(row.power), row.power ? name_of(row.power_status) : "",
                           csv_cell(row.power_source), number(row.price),
                           row.price ? name_of(row.price_status) : "", csv_cell(noted(row)),
                           csv_cell(fmt::format("{}", fmt::join(row.drawn, " "))), added(i + 1));
    }
    return out;
}

std::string cable_length_text(double metres) {
    // Nobody speaks of megametres.
    return metres < 1e6 ? format_quantity(metres, Dimension::length) : format_count(metres / 1e3) + " km";
}

std::string pieces_text(const BillTotals& totals) {
    std::string out = fmt::format(
        "{}, {}, {}, {}, {}", counted(totals.gpus, "GPU", "GPUs"),
        counted(totals.servers, "server", "servers"), counted(totals.switches, "switch", "switches"),
        counted(totals.optics, "optic", "optics"), counted(totals.cables, "cable", "cables"));
    if (totals.cable_length > 0) out += fmt::format(" ({})", cable_length_text(totals.cable_length));
    out += fmt::format(", {}{} of IT by nameplate", totals.without_power.empty() ? "" : "at least ",
                       format_quantity(totals.it_power, Dimension::power));
    if (totals.cooling_power > 0)
        out += " and " + format_quantity(totals.cooling_power, Dimension::power) + " of cooling";
    return out + missing("a figure", totals.without_power);
}

} // namespace roofrack
