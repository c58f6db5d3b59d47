// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/rack_pictures.h"

#include "core/base/catalog/catalog.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/units/printable.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/rack_layout.h"
#include "core/drawing/unique_names.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr size_t racks_a_sheet = 8, racks_a_page = 4;
constexpr double sheet_width = 420, sheet_height = 297, sheet_margin = 12; ///< mm, A3
constexpr double rack_top = sheet_margin + 30; ///< where the uppermost unit begins

/// Text that is no wider than `width` mm, by the mean width of letters of a sans-serif type.
std::string fitted_text(std::string_view text, double width, double size) {
    const std::string line = printable_line(text);
    const auto most = static_cast<size_t>(std::max(1.0, width / (0.6 * size)));
    size_t letters = 0, end = 0;
    for (size_t i = 0; i < line.size(); ++i) {
        if ((static_cast<unsigned char>(line[i]) & 0xc0) == 0x80) continue;
        if (letters + 1 == most) end = i;
        if (++letters > most) return xml_text(line.substr(0, end)) + "…";
    }
    return xml_text(line);
}

std::string text_at(double x, double y, double size, const std::string& text, const char* more = "") {
    return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\"{}>{}</text>\n", x, y, size, more,
                       text);
}

const char* front_colour(const RackDevice& device) {
    if (!device.fits) return "#f8cecc";
    return device.kind == ElementKind::server    ? "#dae8fc"
           : device.kind == ElementKind::switch_ ? "#d5e8d4"
                                                 : "#e1d5e7";
}

double rack_unit_height(const RackLayout& rack) {
    return std::min(5.2, (sheet_height - rack_top - sheet_margin - 16) / rack.highest());
}

/// One rack in a column of the sheet.
std::string rack_front(const RackLayout& rack, const std::string& name, double instances, double x,
                       double width) {
    const double top = rack_top, unit = rack_unit_height(rack);
    const double left = x + 8, right = x + width - 4, bottom = top + unit * rack.highest();
    std::string out =
        text_at(left, top - 8, 4.2, fitted_text(name, width - 12, 4.2), " font-weight=\"bold\"");
    out += text_at(left, top - 3, 3,
                   fitted_text(fmt::format("{}{}", instances > 1 ? "× " + format_count(instances) + ", " : "",
                                           rack.power_known && rack.power > 0
                                               ? format_quantity(rack.power, Dimension::power) + " each"
                                               : "power not known"),
                               width - 12, 3));
    out += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"#ffffff\" "
                       "stroke=\"#333333\" stroke-width=\"0.5\"/>\n",
                       left, bottom - unit * rack.units, right - left, unit * rack.units);
    for (int u = 1; u <= rack.highest(); ++u)
        if (u == 1 || u % 5 == 0)
            out += text_at(left - 1, bottom - unit * (u - 1) - unit * 0.2, std::min(2.6, unit),
                           std::to_string(u), " text-anchor=\"end\" fill=\"#666666\"");
    for (const RackDevice& device : rack.devices) {
        const double height = unit * device.height, y = bottom - unit * device.top();
        out += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" "
                           "stroke=\"#555555\" stroke-width=\"0.2\"/>\n",
                           left + 0.6, y, right - left - 1.2, height, front_colour(device));
        // Its part stands below its name where there is room, and nowhere where they are one.
        const double size = std::min(3.0, unit * 0.7), across = right - left - 4;
        const bool has_part = !device.part.empty() && device.part != device.name;
        const bool two_lines = has_part && height > 3 * size;
        const double middle = y + height / 2 + size * (two_lines ? -0.3 : 0.35);
        const std::string line = device.name + (has_part && !two_lines ? ", " + device.part : std::string());
        out += text_at(left + 2, middle, size, fitted_text(line, across, size));
        if (two_lines)
            out += text_at(left + 2, middle + 1.3 * size, size, fitted_text(device.part, across, size),
                           " fill=\"#555555\"");
    }
    out += text_at(
        left, bottom + 5, 3,
        fitted_text(fmt::format("{:g} of {} U{}", rack.used, rack.units,
                                rack.left_out > 0 ? fmt::format(", {} more devices", rack.left_out) : ""),
                    width - 12, 3));
    return out;
}

} // namespace

size_t rack_sheets(const Cluster& drawn) {
    Cluster cluster = drawn;
    set_sold_aside(cluster);
    const auto racks =
        static_cast<size_t>(std::ranges::count(cluster.elements, ElementKind::rack, &Element::kind));
    return (racks + racks_a_sheet - 1) / racks_a_sheet;
}

std::string rack_sheet_svg(const Cluster& drawn, const Catalog& catalog, const std::string& name,
                           size_t sheet) {
    Cluster cluster = drawn;
    set_sold_aside(cluster);
    std::string out =
        fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
                    "width=\"{0}mm\" "
                    "height=\"{1}mm\" viewBox=\"0 0 {0} {1}\" font-family=\"Arial, Helvetica, sans-serif\" "
                    "fill=\"#111111\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
                    sheet_width, sheet_height);
    out += text_at(sheet_margin, sheet_margin + 5, 6, fitted_text(name, sheet_width - 60, 6),
                   " font-weight=\"bold\"");
    out += text_at(sheet_width - sheet_margin, sheet_margin + 5, 4,
                   fmt::format("sheet {} of {}", sheet + 1, std::max<size_t>(1, rack_sheets(cluster))),
                   " text-anchor=\"end\"");
    const UniqueNames names(cluster);
    // A few racks are drawn wider.
    const auto racks =
        static_cast<size_t>(std::ranges::count(cluster.elements, ElementKind::rack, &Element::kind));
    const size_t columns = std::clamp<size_t>(racks, 5, racks_a_sheet);
    const double width = (sheet_width - 2 * sheet_margin) / static_cast<double>(columns);
    size_t seen = 0;
    for (const Element& element : cluster.elements) {
        if (element.kind != ElementKind::rack) continue;
        const size_t at = seen++;
        if (at / racks_a_sheet != sheet) continue;
        if (const auto rack = rack_layout(cluster, catalog, element.id))
            out += rack_front(*rack, names.of(element.id), cluster.instances(element),
                              sheet_margin + width * static_cast<double>(at % racks_a_sheet), width);
    }
    return out + "</svg>\n";
}

std::vector<std::string> rack_fronts_svg(const Cluster& drawn, const Catalog& catalog) {
    constexpr double width = 49.5, above = rack_top - 14, below = 8;
    Cluster cluster = drawn;
    set_sold_aside(cluster);
    const UniqueNames names(cluster);
    std::vector<std::string> out;
    std::string fronts;
    size_t count = 0;
    double height = 0;
    const auto finish = [&] {
        if (count > 0)
            out.push_back(fmt::format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}mm\" height=\"{1:.1f}mm\" "
                "viewBox=\"0 {2:g} {0:g} {1:.1f}\" font-family=\"Arial, Helvetica, sans-serif\" "
                "fill=\"#111111\">\n{3}</svg>\n",
                width * static_cast<double>(count), height + rack_top - above + below, above, fronts));
        fronts.clear();
        count = 0;
        height = 0;
    };
    for (const Element& element : cluster.elements) {
        const auto rack =
            element.kind == ElementKind::rack ? rack_layout(cluster, catalog, element.id) : std::nullopt;
        if (!rack) continue;
        fronts += rack_front(*rack, names.of(element.id), cluster.instances(element),
                             width * static_cast<double>(count), width);
        height = std::max(height, rack_unit_height(*rack) * rack->highest());
        if (++count == racks_a_page) finish();
    }
    finish();
    return out;
}

Result<Exported> export_racks(const Cluster& cluster, const Catalog& catalog, const std::string& name,
                              const FileSink& sink) {
    if (rack_sheets(cluster) == 0)
        return fail("cluster", "no rack is drawn", "draw racks around the servers");
    Exported out;
    for (size_t sheet = 0; sheet < rack_sheets(cluster); ++sheet) {
        const std::string file = fmt::format("racks-{}.svg", sheet + 1);
        const std::string svg = rack_sheet_svg(cluster, catalog, name, sheet);
        if (const auto done = sink(file, svg); !done) return tl::unexpected(done.error());
        out.files.push_back(file);
        ++out.file_count;
        out.bytes += static_cast<double>(svg.size());
    }
    return out;
}

} // namespace roofrack
