// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QRectF>

#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// One server, switch or storage box drawn inside a rack's frame, or the single server of a frame of its own.
struct RackSlot {
    std::string id;
    ElementKind kind = ElementKind::server;
    QRectF rect; ///< relative to the frame's top left
    int gpus = 0;
};

/// Measures of the drawn rack, in canvas units.
namespace rack_measure {
inline constexpr double unit = 4; ///< height of one U
inline constexpr double edge = 8; ///< above the first and below the last U
inline constexpr double width = 112;
inline constexpr double slot_left = 12; ///< the U ticks stand left of it
inline constexpr double slot_width = 70;
inline constexpr double bars_left = 88; ///< power, then heat
inline constexpr double bar_width = 6;
inline constexpr double bar_gap = 4;
} // namespace rack_measure

/// GPUs of one server; 0 when unknown.
int gpus_of(const Element& server, const Catalog& catalog);
/// Height of one box in U: the part's, else 1 for a switch and 1 a GPU for a server.
double height_u_of(const Element& element, const Catalog& catalog);
/// Height of a rack in U: the part's, else 48.
int rack_units(const Element& rack, const Catalog& catalog);

/// The contents in drawn order from the top, switches first, spare units spread between a few boxes. What
/// does not fit is squeezed in.
std::vector<RackSlot> rack_slots(const std::vector<const Element*>& contents, int units,
                                 const Catalog& catalog);

/// The cells of `gpus` small squares in a slot: as square as its shape allows.
std::vector<QRectF> gpu_cells(const QRectF& slot, int gpus);

} // namespace roofrack
