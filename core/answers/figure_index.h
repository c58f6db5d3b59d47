// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/base/figures/figure_lookup.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// A study whose figures have names: what `figures` lists, `ask` prints and the window's search finds.
struct FigureStudy {
    std::string_view name;  ///< before the names of its figures: "money"
    std::string_view label; ///< for people: "Money"
    const figures::Shape& (*shape)();
    /// Its struct of a snapshot, found if need be. Fails with the reason where there is none.
    Result<const void*> (*find)(const Answers& answers);
    /// Its struct of a snapshot where it is known now; null: not known, or there is none.
    const void* (*have)(const Answers& answers);
    /// find() for one figure of it, by its name within the study, where some take a search and others do not;
    /// null: find() does.
    Result<const void*> (*find_for)(const Answers& answers, std::string_view figure) = nullptr;
};

/// A figure by its full name, "money.run.usd_per_million".
struct IndexedFigure {
    const FigureStudy* study;
    figures::NamedRow figure;
};
/// Every figure that is one value, study after study; items of lists as "failures.domains.*.gpus". Made once.
const std::vector<IndexedFigure>& figure_index();

/// The full name that is meant: the whole name, or its last parts where no other figure ends with them; of
/// "dates.ready_weeks" and "dates.done_weeks", which `odds` draws, the figure that they are as it is. Fails
/// where there is none, with the nearest names, or where there are several.
Result<std::string> figure_named(std::string_view name);

/// The value of a figure of a snapshot, by a name as figure_named() takes. Fails on a name that does not
/// exist; a figure that this scenario has not is a Reading that says why.
Result<figures::Reading> ask_figure(const Answers& answers, std::string_view name);
/// The value as far as it is known now; none: it is not, or it is of a list.
std::optional<figures::Reading> known_figure(const Answers& answers, const IndexedFigure& figure);
/// The value as JSON, also of a whole study, an object or a list: "money", "money.paths".
Result<nlohmann::ordered_json> ask_json(const Answers& answers, std::string_view name);

} // namespace roofrack
