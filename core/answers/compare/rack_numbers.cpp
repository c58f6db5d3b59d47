// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/rack_numbers.h"

#include <algorithm>
#include <functional>

namespace roofrack {

std::vector<int> better_divided(int racks, int step) {
    std::vector<int> out;
    constexpr int most_below = 4;
    for (int i = 1; i <= most_below; ++i) out.push_back(racks - i * step);
    for (const int odd : {1, 3})
        for (int unit = odd; unit <= racks / step / 2; unit *= 2)
            out.push_back((racks / step - 1) / unit * unit * step + racks % step);
    std::erase_if(out, [&](int n) { return n < racks / 2 || n <= 0; });
    std::ranges::sort(out, std::greater());
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

std::vector<int> best_divided(int racks, int step) {
    std::vector<int> out;
    const int units = racks / step;
    for (const int odd : {1, 3}) {
        int unit = odd;
        while (4 * unit <= units) unit *= 2;
        if (unit <= units / 2) out.push_back((units - 1) / unit * unit * step + racks % step);
    }
    std::erase_if(out, [&](int n) { return n < racks / 2 || n <= 0; });
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

std::vector<int> best_divided_first(int racks, int step) {
    std::vector<int> out = better_divided(racks, step);
    std::ranges::stable_sort(out, std::greater(), [step](int n) {
        const int units = n / step;
        return units & -units;
    });
    return out;
}

} // namespace roofrack
