// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/handover/cable_list.h"

#include <map>
#include <tuple>

namespace roofrack {

/// How many cables of a list are of each part and length: the rows of the bill, found the other way round.
class CableSums {
public:
    struct Row {
        std::string part, name, kind;
        std::optional<double> length; ///< m, as sold
        Procurement procurement = Procurement::buy;
        double count = 0;
    };

    void add(const LaidCable& cable);
    /// By name and length.
    std::vector<Row> rows() const;
    double metres() const { return m_metres; } ///< as sold, all together

private:
    using Key = std::tuple<std::string, std::optional<double>, std::string, Procurement>;
    std::map<Key, Row> m_rows;
    Row* m_last = nullptr; ///< the row of the cable before, mostly the same one
    double m_metres = 0;
};

} // namespace roofrack
