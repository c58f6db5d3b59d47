// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/style/readable_ink.h"

#include <cmath>

namespace roofrack {

Ink tinted_ink(Ink ground, Ink ink, double share) {
    Ink out = 0;
    for (const int shift : {16, 8, 0}) {
        const double below = ground >> shift & 0xff, above = ink >> shift & 0xff;
        out |= static_cast<Ink>(std::lround(below + share * (above - below))) << shift;
    }
    return out;
}

Ink readable_ink(Ink ink, Ink ground, Ink text) {
    constexpr int steps = 50;
    for (int i = 0; i < steps; ++i)
        if (const Ink tried = tinted_ink(ink, text, double(i) / steps);
            contrast(tried, ground) >= least_text_contrast)
            return tried;
    return text;
}

} // namespace roofrack
