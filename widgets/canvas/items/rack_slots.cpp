// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/items/rack_slots.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/rack_layout.h"

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr int most_slots = 96; ///< most slots of one rack; more are not distinguished at any zoom

struct Box {
    const Element* element;
    double height;
};

/// Where the devices were put, unit by unit; squeezed when some stand above the rack.
std::vector<RackSlot> placed_slots(const RackLayout& layout) {
    using namespace rack_measure;
    const double squeeze = static_cast<double>(layout.units) / layout.highest();
    std::vector<RackSlot> slots;
    for (const RackDevice& device : layout.devices) {
        if (slots.size() == most_slots) break;
        const double height = device.height * squeeze * unit;
        const double top = (layout.highest() - device.top()) * squeeze * unit;
        const double inset = height > 6 ? 1 : 0.5;
        slots.push_back({device.element, device.kind,
                         QRectF(slot_left, edge + top + inset, slot_width, height - 2 * inset), device.gpus});
    }
    return slots;
}

} // namespace

int gpus_of(const Element& server, const Catalog& catalog) {
    const Part* part = drawn_part(server, catalog);
    return part ? static_cast<int>(std::lround(std::clamp(part->value_or("gpus", 0), 0.0, 1e4))) : 0;
}

double height_u_of(const Element& element, const Catalog& catalog) {
    return device_height_u(element, catalog);
}

int rack_units(const Element& rack, const Catalog& catalog) {
    const Part* part = drawn_part(rack, catalog);
    return static_cast<int>(
        std::clamp(part ? part->value_or("height_u", usual_rack_units) : usual_rack_units, 8.0, 80.0));
}

std::vector<RackSlot> rack_slots(const std::vector<const Element*>& contents, int units,
                                 const Catalog& catalog) {
    using namespace rack_measure;
    if (std::ranges::any_of(contents, [](const Element* element) { return element->u.has_value(); }))
        return placed_slots(rack_layout(contents, units, catalog));
    std::vector<Box> boxes;
    double total = 0;
    for (const bool switches : {true, false})
        for (const Element* element : contents) {
            if ((element->kind == ElementKind::switch_) != switches) continue;
            const double height = height_u_of(*element, catalog);
            for (int i = 0; i < element->count && boxes.size() < most_slots; ++i) {
                boxes.push_back({element, height});
                total += height;
            }
        }
    if (boxes.empty()) return {};
    const double squeeze = std::min(1.0, units / total);
    const double spare = std::max(0.0, units - total);
    const double gaps = static_cast<double>(boxes.size()) + 1;
    const double gap = boxes.size() <= 12 ? std::floor(spare / gaps) : 0;
    double top = std::floor((spare - gap * (gaps - 2)) / 2); // the rest above and below
    std::vector<RackSlot> slots;
    for (const Box& box : boxes) {
        const double height = box.height * squeeze;
        const double inset = height * unit > 6 ? 1 : 0.5;
        slots.push_back({box.element->id, box.element->kind,
                         QRectF(slot_left, edge + top * unit + inset, slot_width, height * unit - 2 * inset),
                         box.element->kind == ElementKind::server ? gpus_of(*box.element, catalog) : 0});
        top += height + gap;
    }
    return slots;
}

std::vector<QRectF> gpu_cells(const QRectF& slot, int gpus) {
    if (gpus <= 0) return {};
    const double margin_x = 4, margin_y = slot.height() > 12 ? 4 : slot.height() > 5 ? 1.5 : 0.75;
    const QRectF area = slot.adjusted(margin_x, margin_y, -margin_x, -margin_y);
    // Rows that make a cell nearest to 1.4 : 1, the shape of an accelerator module seen from the front.
    int rows = 1;
    double best = 1e9;
    for (int candidate = 1; candidate <= gpus; ++candidate) {
        const int columns = (gpus + candidate - 1) / candidate;
        const double shape = (area.width() / columns) / (area.height() / candidate);
        const double ragged = columns * candidate - gpus;
        const double badness = std::abs(std::log(shape / 1.4)) + 0.5 * ragged;
        if (badness < best) {
            best = badness;
            rows = candidate;
        }
    }
    const int columns = (gpus + rows - 1) / rows;
    const double width = area.width() / columns, height = area.height() / rows;
    const double gap_x = std::min(4.0, width * 0.25), gap_y = std::min(4.0, height * 0.25);
    std::vector<QRectF> cells;
    cells.reserve(static_cast<size_t>(gpus));
    for (int i = 0; i < gpus; ++i) {
        const int row = i / columns, column = i % columns;
        cells.emplace_back(area.left() + column * width + gap_x / 2, area.top() + row * height + gap_y / 2,
                           width - gap_x, height - gap_y);
    }
    return cells;
}

} // namespace roofrack
