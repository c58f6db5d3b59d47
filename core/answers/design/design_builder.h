// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/design/design_space.h"
#include "core/answers/design/uneven_size.h"
#include "core/study/racks/rack_supply.h"
#include "core/study/racks/room_probe.h"

#include <optional>

namespace roofrack {

/// Draws the designs of a space. Those of other servers do the scenario's work at its place (scenario_on()),
/// drawn by a template, in its room where that is there already (in_room_of()); those of the drawing are it
/// with other numbers of racks (RoomSolver), feeds, coolers and switches following. May be used from several
/// threads.
class DesignBuilder {
public:
    /// Both outlive it. Fails where the drawing is to be resized and has no racks with GPUs.
    static Result<DesignBuilder> make(const Answers& base, const DesignSpace& space);

    /// The design drawn, by the plan of the scenario, in the ways that are tried in turn until one runs: of
    /// the drawing with switches grown as its racks are, then with those drawn. Fails where it cannot be
    /// drawn, with the reason.
    Result<std::vector<Scenario>> drawings(size_t design) const;
    /// Why it cannot be drawn, where that is its size, which is looked at before all else.
    std::optional<UnevenSize> uneven_size(size_t design) const;
    bool searches_plan(size_t design) const;
    /// The first design that takes the same plan by definition: it differs in prices and terms alone,
    /// which no step depends on.
    size_t same_plan(size_t design) const;
    /// Whether same_plan() may be another design than the one that is asked for.
    bool has_same_plans() const;
    /// Whether the power limit of the site varies, and the first design that differs from this one in it and
    /// in what same_plan() leaves out alone.
    bool varies_power_limit() const;
    size_t same_but_power_limit(size_t design) const;
    /// "1,024 GPUs · HGX H100 · oversubscription 2".
    std::string name(size_t design) const;
    /// "HGX H100", "as drawn"; empty: servers do not vary.
    std::string server_name(size_t design) const;
    /// Whether a figure of its server is announced, measured by nobody.
    bool is_announced(size_t design) const;

private:
    DesignBuilder(const Answers& base, const DesignSpace& space);

    const std::string* value(size_t design, DesignAxisKind kind) const;
    /// The design with the first value of each axis that `is_left_out`.
    template<class IsLeftOut>
    size_t first_alike(size_t design, const IsLeftOut& is_left_out) const;
    /// As many racks of the drawing as the size asks for, in parts of one; 0: not known.
    double racks_of(const std::string& count) const;
    /// The server of the catalogue; null: as drawn.
    const Part* server(size_t design) const;
    Result<std::vector<Scenario>> resized(size_t design) const;
    Result<Cluster> drawn_by_template(size_t design, const Part& server) const;
    Result<int> servers_of(size_t design, const Part& server,
                           const std::vector<std::string>& templates) const;
    Result<Scenario> with_inputs(Scenario scenario, size_t design) const;

    const Answers& m_base;
    const DesignSpace& m_space;
    std::optional<RoomSolver> m_room;   ///< where the drawing is resized
    std::optional<RackSupply> m_supply; ///< likewise
    double m_gpus_of_rack = 0; ///< GPUs of a rack of RoomSolver::kind(); 0: there are others beside it
};

} // namespace roofrack
