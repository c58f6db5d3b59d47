// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// What becomes of servers that are there already in a scenario that is made beside theirs.
enum class OwnedServers {
    left_out, ///< the scenario is without them, neither kept nor sold
    sold,     ///< with_owned_sold()
    kept,     ///< they train along with the new ones, in one network: with_joined_racks()
};
inline constexpr OwnedServers owned_server_choices[] = {OwnedServers::left_out, OwnedServers::sold,
                                                        OwnedServers::kept};
std::string_view name_of(OwnedServers owned); ///< "left-out"

/// Servers of the catalogue that are to be compared: as many of each as the same power feeds, for the same
/// work.
struct ServersAsked {
    std::vector<std::string> servers;            ///< ids or names, one to six; the first is the reference
    std::string power;                           ///< what each cluster may draw at the meter: "20 MW"
    std::string model;                           ///< id or alias; empty: one that suits the size
    std::string tokens;                          ///< tokens (samples) of the whole run: "15.6T"; empty: none
    std::string batch;                           ///< sequences (samples) a step; empty: as suits the size
    OwnedServers owned = OwnedServers::left_out; ///< beside a scenario that has some
    bool operator==(const ServersAsked&) const = default;
};

/// The servers that can be compared: with GPUs, sold as a whole, in the order of the catalogue.
std::vector<const Part*> servers_to_compare(const Catalog& catalog);

/// A project with a scenario for each server: drawn by a template with feeds and cooling that suit it, as
/// many racks as a comparison at equal power gives it (sized_to()), by the fastest plan found for about so
/// many at the same model, batch and token budget or, where that may not fit in memory, by the fastest that
/// surely does where it is at most 2 % slower; compared at equal power. Fails (`where` = the field:
/// "servers", "power", "model", "tokens", "batch") on what cannot be read, on a server that stands twice, and
/// where the power feeds none, is above 100 GW, or no plan runs.
Result<Project> compared_servers(const ServersAsked& asked, const Catalog& catalog,
                                 const std::stop_token& stop = {});

/// The same beside a scenario: they do its work at its place and on its terms, and its storage stands beside
/// them; where the site's room bears fewer racks than the power feeds, so many. Without a power each may draw
/// as much as its site delivers, else as much as it draws. Where servers of it are there already, the names
/// say what becomes of them: "GB200 NVL72, 64 × DGX H100 sold", "… left out", "… kept". Kept ones take their
/// part in power and room, and what they leave is filled; how much they draw is found by their own plan, or
/// where that does not run by that of todays_drawing(). Model, tokens and batch are its own, so naming them
/// fails; so does keeping where none is there ("owned").
Result<std::vector<Scenario>> servers_beside(const Scenario& open, const ServersAsked& asked,
                                             const Catalog& catalog, const std::stop_token& stop = {});

/// What all are to draw at equal power once those servers stand beside the scenario: what was asked; where
/// its own are kept and nothing was asked, what its site delivers, since beside all that it draws nothing
/// could be added. Empty: as much as the reference draws.
std::string equal_power_of(const Scenario& open, const ServersAsked& asked);

/// How a project compares, then at equal power: of so much, or of what the reference draws where `power` is
/// empty. A reference that was chosen stays.
ComparisonChoice at_equal_power(ComparisonChoice kept, const std::string& reference,
                                const std::string& power);

} // namespace roofrack
