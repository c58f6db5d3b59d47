// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published/built_in_runs.h"

#include "core/base/constants/embedded.h"

namespace roofrack {

const Table& built_in_runs() {
    static const Table runs = [] {
        std::vector<Table> tables;
        for (const char* const file :
             {"resources/runs/training_runs.csv", "resources/runs/more_training_runs.csv",
              "resources/runs/single_node.csv", "resources/runs/newest_runs.csv"})
            tables.push_back(parse_embedded(file, parse_csv));
        return joined(std::move(tables));
    }();
    return runs;
}

} // namespace roofrack
