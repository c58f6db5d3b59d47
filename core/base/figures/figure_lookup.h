// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/figure_value.h"
#include "core/base/units/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack::figures {

/// A figure by the name that it has in all of an object: "run.usd_per_million".
struct NamedRow {
    std::string name; ///< items of lists: "paths.*.capital_usd"
    const Shape* shape;
    const Row* row;

    /// Why it may be absent, the outermost gate first; without what objects around it say.
    std::vector<std::string_view> reasons() const;
};
/// All figures of a shape and of what is in it, in their order; `prefix` ("money") stands before each name.
std::vector<NamedRow> all_figures(const Shape& shape, std::string_view prefix = {});

/// The value of a figure of one object.
struct Reading {
    const Row* row = nullptr;
    double number;      ///< as stored; of a band its likely one; NaN: none
    std::string text;   ///< with its unit: "12.3 days"; where it is absent, empty
    std::string absent; ///< why; empty: it is there
};

/// By its dotted name: an item of a list by the name that tells it apart or by its place from 0, a number of
/// a band by "low", "likely", "high". Fails on a name that there is not, with the nearest ones; on one that
/// names several figures; and on one that says more than there is ("gpus.x").
Result<Reading> read_figure(Object object, std::string_view name);

/// The JSON of the same, also of objects and lists; null where it is absent.
Result<nlohmann::ordered_json> figure_json(Object object, std::string_view name);

} // namespace roofrack::figures
