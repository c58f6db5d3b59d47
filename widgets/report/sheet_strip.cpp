// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/sheet_strip.h"

#include <algorithm>

namespace roofrack {

namespace {

/// Sheets while they are filled.
class SheetPile {
public:
    explicit SheetPile(double height)
        : m_height(height) {}

    bool is_empty() const { return m_is_empty; }
    double room() const { return m_height - m_y; }
    /// What a strip would take of the sheet at hand.
    double taken_by(const SheetStrip& strip, bool is_first) const {
        return strip.height + (is_first && m_is_empty ? 0 : strip.above);
    }
    void turn(const SheetStrip& next) {
        m_sheets.emplace_back();
        m_y = 0;
        m_is_empty = true;
        if (!next.head) return;
        m_sheets.back().push_back({next.head.get(), 0, next.head->height});
        m_y = next.head->height;
    }
    void put(const SheetStrip& strip, double height) {
        const double above = m_is_empty ? 0 : strip.above;
        if (!m_is_empty && above + height > room() + 0.01) return put_on_next(strip, height);
        m_sheets.back().push_back({&strip, m_y + above, height});
        m_y += above + height;
        m_is_empty = false;
    }
    std::vector<Sheet> sheets() && { return std::move(m_sheets); }

private:
    void put_on_next(const SheetStrip& strip, double height) {
        turn(strip);
        put(strip, height);
    }

    double m_height, m_y = 0;
    bool m_is_empty = true; ///< but for a head that is repeated
    std::vector<Sheet> m_sheets{Sheet()};
};

} // namespace

std::vector<Sheet> sheets_of(const std::vector<SheetStrip>& strips, double height) {
    SheetPile pile(height);
    for (size_t begin = 0, end = 0; begin < strips.size(); begin = end) {
        end = begin + 1;
        while (end < strips.size() && strips[end - 1].keeps_next) ++end;
        const auto need = [&] {
            double out = 0;
            for (size_t i = begin; i < end; ++i) out += pile.taken_by(strips[i], i == begin);
            return out;
        };
        double give = 0;
        for (size_t i = begin; i < end; ++i)
            if (strips[i].least > 0) give += strips[i].height - strips[i].least;
        if (!pile.is_empty() && need() - give > pile.room()) pile.turn(strips[begin]);
        double excess = std::max(0.0, need() - pile.room());
        for (size_t i = begin; i < end; ++i) {
            const double less =
                strips[i].least > 0 ? std::min(excess, strips[i].height - strips[i].least) : 0;
            excess -= less;
            pile.put(strips[i], strips[i].height - less);
        }
    }
    return std::move(pile).sheets();
}

} // namespace roofrack
