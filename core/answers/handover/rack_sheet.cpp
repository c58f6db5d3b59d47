// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/sheets.h"
#include "core/drawing/rack_layout.h"
#include "core/drawing/unique_names.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

struct RackColumn {
    enum Of : uint16_t { rack, racks, unit, height, device, part, gpus, watts, note };
};

/// The front of a rack from its top down, and the sums of what stands in it.
uint32_t write_rack(WorkbookWriter& book, uint32_t row, const RackLayout& rack, double instances,
                    const std::string& name) {
    book.text(row, RackColumn::rack, name, CellStyle::heading);
    book.number(row, RackColumn::racks, instances, CellStyle::input);
    const uint32_t head = row;
    book.text(row++, RackColumn::part, rack.part);
    double units = 0, all_gpus = 0, power = 0;
    for (const RackDevice& device : rack.devices) {
        book.text(row, RackColumn::unit, fmt::format("U{}", device.u));
        book.number(row, RackColumn::height, device.height, CellStyle::whole);
        book.text(row, RackColumn::device, device.name);
        book.text(row, RackColumn::part, device.part);
        if (device.gpus > 0) book.number(row, RackColumn::gpus, device.gpus, CellStyle::whole);
        if (!device.goes) book.number(row, RackColumn::watts, device.power, CellStyle::whole);
        book.text(row++, RackColumn::note, device.goes ? "is sold" : device.fits ? "" : "no room for it");
        units += device.height;
        all_gpus += device.gpus;
        power += device.goes ? 0 : device.power.value_or(0);
    }
    if (rack.devices.empty()) return row + 1;
    const auto sum = [&](uint16_t column, double value) {
        book.formula(row, column,
                     fmt::format("=SUM({}:{})", WorkbookWriter::cell(head + 1, column),
                                 WorkbookWriter::cell(row - 1, column)),
                     value, CellStyle::whole);
    };
    book.text(row, RackColumn::device, "Each");
    sum(RackColumn::height, units);
    sum(RackColumn::gpus, all_gpus);
    sum(RackColumn::watts, power);
    ++row;
    book.text(row, RackColumn::device, "All of them");
    for (const auto& [column, value] : {std::pair(RackColumn::gpus, all_gpus), {RackColumn::watts, power}})
        book.formula(row, column,
                     fmt::format("={}*{}", WorkbookWriter::cell(row - 1, column),
                                 WorkbookWriter::cell(head, RackColumn::racks)),
                     value * instances, CellStyle::whole);
    ++row;
    if (rack.left_out > 0)
        book.text(row++, RackColumn::device, fmt::format("and {} more devices", rack.left_out),
                  CellStyle::note);
    return row + 1;
}

} // namespace

void write_rack_sheet(WorkbookWriter& book, const WorkbookInput& input) {
    book.begin_sheet("Racks", "The front of each rack, from the top down",
                     {{"Rack", 24},
                      {"Racks", 8},
                      {"Unit", 7},
                      {"Height, U", 9},
                      {"Device", 26},
                      {"Part", 32},
                      {"GPUs", 8},
                      {"Power by nameplate, W", 14},
                      {"Note", 18}});
    const Cluster& cluster = input.answers.scenario().cluster;
    const UniqueNames names(cluster);
    uint32_t row = WorkbookWriter::first_row;
    for (const Element& element : cluster.elements) {
        if (element.kind != ElementKind::rack) continue;
        if (const auto rack = rack_layout(cluster, input.answers.catalog(), element.id))
            row = write_rack(book, row, *rack, cluster.instances(element), names.of(element.id));
    }
    if (row == WorkbookWriter::first_row)
        book.text(row, RackColumn::rack, "No rack is drawn.", CellStyle::note);
}

} // namespace roofrack
