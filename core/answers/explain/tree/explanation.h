// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/formula.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Where an input of the model comes from.
struct Origin {
    enum class Kind {
        none,          ///< calculated
        part,          ///< figure `key` of the catalogue's or the project's part `where`
        default_value, ///< constant `key` of the catalogue's defaults
        plan,          ///< field `key` of the scenario's plan as evaluated (dp filled in)
        workload,
        site,
        calibration,
        model,   ///< figure `key` of the model `where`: of its shape or profile, of one of its operators as
                 ///< the plan cuts them, or counted from the shape
        drawing, ///< `key` of what was drawn as `where`: an element, a level of the network
        fitted,  ///< factor `key` of `where`, a GPU generation, a software family, a link class …
        stack,   ///< what the software family `where` keeps in memory: fact `key` of its code
        figure,  ///< another explained figure, `where`; `key`: one of the nodes under it, if not itself
        state,   ///< `key` of `where` as the evaluation found it: a fixed point, a split of the layers
        bill,    ///< `key` of the rows called `where` of the bill of materials: "pieces", "price",
                 ///< "price_each"
        price    ///< row `key` of the price list
    };
    Kind kind = Kind::none;
    std::string where, key;

    std::string text() const; ///< "part h100-sxm5: hbm_rate"; empty for Kind::none
};
std::string_view name_of(Origin::Kind kind);

struct Explanation;
using ExplanationPtr = std::shared_ptr<const Explanation>;

/// One number with where it came from: calculated from `inputs` by `formula`, or an input of the model with
/// its origin. The value of a calculated one is formula.evaluate() of the values of its inputs.
struct Explanation {
    std::string name;
    double value = 0;
    std::string unit; ///< SI symbol, "" for ratios
    Formula formula;  ///< formula of `inputs`, by position; empty for an input of the model
    std::vector<ExplanationPtr> inputs;
    std::string source;
    std::string sure; ///< "confirmed", "from_memory", "judgement", "computed", "unknown", "fitted", "drawn" …
    std::string note; ///< what the formula leaves out: "no such group in the plan"
    Origin origin;    ///< origin of an input of the model

    std::string formula_text() const; ///< in the names of the inputs; empty for an input of the model
    double recomputed() const;        ///< the formula's value; `value` for an input of the model
};

} // namespace roofrack
