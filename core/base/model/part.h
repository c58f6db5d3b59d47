// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/sourced_value.h"
#include "core/base/model/shared_value.h"
#include "core/base/units/diagnostic.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/value_type.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

enum class PartKind { accelerator, server, switch_, nic, cable, storage, rack, cooling, feed };
inline constexpr std::array part_kinds{PartKind::accelerator, PartKind::server,  PartKind::switch_,
                                       PartKind::nic,         PartKind::cable,   PartKind::storage,
                                       PartKind::rack,        PartKind::cooling, PartKind::feed};
std::string_view name_of(PartKind kind); ///< "accelerator", "server", "switch", …
std::optional<PartKind> part_kind(std::string_view name);

/// Which values a part of a kind may carry and what they measure. The one table that the catalogue's reader,
/// the inspector and `catalog show` use.
struct ValueSpec {
    std::string_view key; ///< e.g. "hbm_rate"
    Dimension dimension;
    std::string_view label; ///< e.g. "HBM bandwidth"
};
const std::vector<ValueSpec>& value_specs(PartKind kind);
/// The range of such a value, in SI units (°C for temperatures), both ends allowed.
struct ValueLimits {
    double low = 0, high = 0;
};
ValueLimits value_limits(const ValueSpec& spec);
/// Specification of one value; nullptr when the kind has no such value.
const ValueSpec* value_spec(PartKind kind, std::string_view key);

/// Something that can be bought. Text attributes (architecture, network kind, cooling kind) live in `text`.
struct Part {
    Part();
    ROOFRACK_DECLARE_VALUE(Part)

    std::string id; ///< "dgx-h100"
    PartKind kind = PartKind::server;
    std::string name; ///< "DGX H100"
    std::string vendor;
    std::map<std::string, SourcedValue, std::less<>> figures;
    std::map<std::string, std::string, std::less<>>
        text; ///< e.g. "architecture": "hopper", "accelerator": "h100-sxm5"
    std::string note;
    /// The accelerator and the NIC that `text` names, where they are the project's own.
    SharedValue<Part> own_accelerator, own_nic;

    /// The value in SI units; nothing when the part has none or it is unknown.
    std::optional<double> value(std::string_view key) const;
    double value_or(std::string_view key, double fallback) const { return value(key).value_or(fallback); }
    std::string_view text_or(std::string_view key, std::string_view fallback) const;
    bool operator==(const Part&) const;
};

} // namespace roofrack
