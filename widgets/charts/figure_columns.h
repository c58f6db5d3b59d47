// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/builder.h"
#include "widgets/charts/chart_table.h"

#include <memory>
#include <span>
#include <vector>

namespace roofrack {

/// The table of a chart from figures: a column a name of the view, its unit that of the stored number; a row
/// an object. Choices by name; what is absent is an empty cell.
ChartTable table_of_figures(const figures::Shape& shape, std::span<const figures::ViewKey> view,
                            std::span<const void* const> objects);

/// The table of all elements of a list that a study holds; none of it where there is no study.
template<class Study, class Element>
ChartTable table_of_list(const std::shared_ptr<const Study>& study, std::vector<Element> Study::*list,
                         std::span<const figures::ViewKey> view) {
    std::vector<const void*> objects;
    if (study)
        for (const Element& each : (*study).*list) objects.push_back(&each);
    return table_of_figures(figures::shape_of<Element>(), view, objects);
}

} // namespace roofrack
