// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

#include <string>
#include <vector>

namespace roofrack {

/// The properties of a design that may vary.
enum class DesignAxisKind {
    server,   ///< a server of the catalogue, drawn by a template; "drawn": the server as it is drawn
    count,    ///< gpus, servers or racks
    setting,  ///< a setting of the template, by its key: "oversubscription", or "template" itself
    nic_rate, ///< rate of the cables from servers to switches
    gpu_cap,  ///< power cap of every GPU
    plan,     ///< "best": prudent_plan(); "given": the scenario's
    input,    ///< any other input, by its address
};

struct DesignAxis {
    DesignAxisKind kind = DesignAxisKind::input;
    std::string name; ///< "server", "gpus", "oversubscription", "/site/power_limit"
    std::vector<std::string> values;
};

/// All combinations of the axes' values, the last axis varying fastest.
struct DesignSpace {
    std::vector<DesignAxis> axes;

    size_t size() const;
    /// Which value of each axis the design has.
    std::vector<size_t> choices(size_t design) const;
    /// The design of these choices.
    size_t design(const std::vector<size_t>& choices) const;
    /// The axis of a kind; null: there is none.
    const DesignAxis* axis(DesignAxisKind kind) const;
};

/// The most designs of one search.
inline constexpr size_t most_designs = 1'000'000;

/// "server=hgx-h100,gb200-nvl72", "gpus=1024:8192:1024" (first, last, step), "gpus=512:4096" (each twice the
/// one before), "oversubscription=1,2", "/site/power_limit=10 MW,20 MW". Servers are also "drawn", "all"
/// (each that is sold as a whole) and "announced" (those of them of which a figure is announced, measured by
/// nobody). Fails on an unknown name, and on a value that the axis cannot take.
Result<DesignAxis> parse_design_axis(std::string_view text, const Scenario& scenario, const Catalog& catalog);

/// The axis as people read it, its servers by their names: "server=HGX H100,GB200 NVL72". parse_design_axis()
/// takes it, too. What is no id of a server, or is not found again by its name, stays as it is.
std::string with_server_names(const std::string& axis, const Catalog& catalog);

/// The axes together. Fails on an axis given twice, on settings of templates without servers, and on more
/// than `most_designs`.
Result<DesignSpace> design_space(const std::vector<std::string>& axes, const Scenario& scenario,
                                 const Catalog& catalog);

} // namespace roofrack
