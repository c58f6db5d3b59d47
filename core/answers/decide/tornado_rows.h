// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/input_tornado.h"

#include <span>

namespace roofrack {

/// An input of a tornado with its bar of each figure.
struct TornadoRow {
    enum class Kind {
        unsure,  ///< a price, a term, a condition of the site, a learned factor, what is declared uncertain
        decided, ///< a setting of work, plan or drawing that nobody declared uncertain
        still,   ///< no figure moves, since the scenario does not run with another value of it
    };

    const InputBar* any = nullptr;
    std::vector<const InputBar*> bars; ///< one a figure; null: the input does nothing to it
    Kind kind = Kind::still;
    /// Its place among the inputs of its kind, the widest first, of the figure where that is the least.
    size_t place = 0;
};

/// The inputs of these figures, each once, in the order in which people read them: by their kind, then the
/// widest of each figure, the second widest of each, and so on. So no figure's widest input stands behind one
/// that is narrower for all figures. What does nothing to any of them is left out. `figures` outlives them.
std::vector<TornadoRow> tornado_rows(std::span<const FigureTornado> figures);

/// What the rows are that stand behind the first `shown`, as far as it holds for each figure: "26 more inputs
/// move no figure farther than its 9 widest above; 14 settings of work, plan and drawing". Empty if there are
/// none.
std::string tornado_rest_text(const std::vector<TornadoRow>& rows, size_t shown);

} // namespace roofrack
