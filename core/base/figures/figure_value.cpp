// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/figure_value.h"

#include "core/base/figures/figure_texts.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace roofrack::figures {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view not_known = "not known";

size_t item_count(const ListValue& list, const void* at) {
    size_t count = 0;
    list.visit(at, [&](const void*) { ++count; });
    return count;
}

bool has_part(const ObjectValue& object, const void* at) {
    bool found = false;
    object.visit(at, [&](const void*) { found = true; });
    return found;
}

double part_of(const BandValue& band, BandPart part) {
    return part == BandPart::low ? band.low : part == BandPart::high ? band.high : band.likely;
}

/// Whether the row's own value is missing, all gates being open.
bool is_missing(const Row& row, const void* at) {
    if (const auto* value = row.as<NumberValue>()) return std::isnan(value->get(at));
    if (const auto* band = row.as<BandOfValues>()) return std::isnan(band->get(at).likely);
    if (const auto* range = row.as<RangeValue>()) return std::isnan(range->get(at).low);
    if (const auto* text = row.as<TextValue>()) return !row.absent.empty() && text->get(at).empty();
    if (const auto* choice = row.as<ChoiceValue>()) return choice->name(at).empty();
    if (const auto* object = row.as<ObjectValue>()) return !has_part(*object, at);
    return false;
}

/// The cell of a value that is there.
struct CellWriter {
    const Column& column;
    const void* at;

    std::string operator()(const NumberValue& value) const {
        return cell_text(value.get(at), column.row->measure);
    }
    std::string operator()(const TextValue& value) const { return value.get(at); }
    std::string operator()(const FlagValue& value) const { return value.get(at) ? "yes" : "no"; }
    std::string operator()(const ChoiceValue& value) const { return std::string(value.label(at)); }
    std::string operator()(const BandOfValues& value) const {
        const BandValue band = value.get(at);
        if (column.part != BandPart::all) return cell_text(part_of(band, column.part), column.row->measure);
        return band_text(band.low, band.likely, band.high, column.row->measure);
    }
    std::string operator()(const RangeValue& value) const {
        const BandValue range = value.get(at);
        if (column.part != BandPart::all) return cell_text(part_of(range, column.part), column.row->measure);
        return fmt::format("{}", fmt::join(cell_texts({range.low, range.high}, column.row->measure), " to "));
    }
    std::string operator()(const TextsValue& value) const {
        return fmt::format("{}", fmt::join(value.get(at), ", "));
    }
    std::string operator()(const NumbersValue& value) const {
        std::string out;
        for (const double each : value.get(at))
            out += (out.empty() ? "" : ", ") + cell_text(each, column.row->measure);
        return out;
    }
    std::string operator()(const ObjectValue&) const { return "yes"; }
    std::string operator()(const ListValue& value) const { return fmt::format("{}", item_count(value, at)); }
};

} // namespace

std::optional<BandPart> band_part(std::string_view name) {
    if (name == "low") return BandPart::low;
    if (name == "likely") return BandPart::likely;
    if (name == "high") return BandPart::high;
    return std::nullopt;
}

std::optional<BandPart> part_of_row(const Row& row, std::string_view name) {
    const auto part = band_part(name);
    const bool is_range = row.as<RangeValue>();
    const bool has_it = row.as<BandOfValues>() || (is_range && part != BandPart::likely);
    return has_it ? part : std::nullopt;
}

Column column_of(const Shape& shape, std::string_view name) {
    Column out;
    const Shape* inside = &shape;
    for (std::string_view rest = name; inside;) {
        const size_t dot = rest.find('.');
        const Row* const row = inside->find(rest.substr(0, dot));
        if (!row) break;
        out.row = row;
        if (dot == std::string_view::npos) return out;
        rest = rest.substr(dot + 1);
        if (const auto part = part_of_row(*row, rest)) {
            out.part = *part;
            return out;
        }
        out.way.push_back(row);
        const auto* const object = row->as<ObjectValue>();
        inside = object ? &object->shape() : nullptr;
    }
    std::fprintf(stderr, "a view names “%.*s”, which its shape does not have\n",
                 static_cast<int>(name.size()), name.data());
    std::abort();
}

namespace {

void reach_from(Object object, const Column& column, size_t step, const HolderSink& take) {
    const Row& row = step < column.way.size() ? *column.way[step] : *column.row;
    if (const Gate* gate = object.shape->closed(row, object.data))
        return take({{object.shape, nullptr}, gate->because, gate->cell});
    const void* const at = row.in(object.data);
    if (is_missing(row, at))
        return take({{object.shape, nullptr},
                     row.absent.empty() ? not_known : row.absent,
                     row.absent.empty() ? not_known : row.absent_cell});
    if (step == column.way.size()) return take({object, {}, {}});
    const ObjectValue& part = *row.as<ObjectValue>();
    part.visit(at, [&](const void* inner) { reach_from({&part.shape(), inner}, column, step + 1, take); });
}

} // namespace

void reach(Object object, const Column& column, const HolderSink& take) {
    reach_from(object, column, 0, take);
}

double number_of(Object object, const Column& column) {
    double out = no_number;
    const Row& row = *column.row;
    reach(object, column, [&](const Holder& holder) {
        if (!holder.object.data) return;
        const void* const at = row.in(holder.object.data);
        if (const auto* value = row.as<NumberValue>()) out = value->get(at);
        if (const auto* band = row.as<BandOfValues>()) out = part_of(band->get(at), column.part);
        if (const auto* range = row.as<RangeValue>()) out = part_of(range->get(at), column.part);
    });
    return out;
}

std::string absence_of(Object object, const Column& column) {
    std::string out;
    reach(object, column, [&](const Holder& holder) { out = holder.because; });
    return out;
}

std::string cell_of(Object object, const Column& column) {
    std::string out;
    reach(object, column, [&](const Holder& holder) {
        out = holder.object.data
                  ? std::visit(CellWriter{column, column.row->in(holder.object.data)}, column.row->value)
                  : std::string(holder.cell);
    });
    return out;
}

} // namespace roofrack::figures
