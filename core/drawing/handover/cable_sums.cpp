// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/handover/cable_sums.h"

namespace roofrack {

void CableSums::add(const LaidCable& cable) {
    if (!m_last || m_last->part != cable.part || m_last->name != cable.name ||
        m_last->length != cable.length || m_last->procurement != cable.procurement) {
        m_last = &m_rows[{cable.name, cable.length, cable.part, cable.procurement}];
        *m_last = {cable.part, cable.name, cable.kind, cable.length, cable.procurement, m_last->count};
    }
    ++m_last->count;
    m_metres += cable.length.value_or(0);
}

std::vector<CableSums::Row> CableSums::rows() const {
    std::vector<Row> out;
    for (const auto& [key, row] : m_rows) out.push_back(row);
    return out;
}

} // namespace roofrack
