// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluate.h"
#include "core/study/room_limit.h"

#include <map>

namespace roofrack {

/// What racks ask of one limit, and what there is.
struct RoomNeed {
    RoomKey key;
    double need = 0;            ///< in the limit's unit; W: as its own window sees it, at the clocks that its
                                ///< chips allow, nothing else held
    std::optional<double> have; ///< no value: not known, so it does not limit
    bool after_failure = false; ///< `have` is what is left after the worst single failure
    double instances = 1;       ///< instances of the drawn unit
    bool loses_spare = false;   ///< the drawing has a spare here, and so many racks leave none

    bool carries() const { return !loses_spare && (!have || need <= *have * (1 + 1e-9)); }
};

/// What all that is drawn asks of the room, the grid and each drawn unit in one state of its facility.
std::vector<RoomNeed> room_needs(const Scenario& scenario, const Catalog& catalog, const Facility& facility,
                                 const PowerState& state);

/// So many racks of the drawing in its room.
struct RoomAtRackCount {
    double racks = 0, gpus = 0;
    std::vector<RoomNeed> needs;

    const RoomNeed* find(const RoomKey& key) const;
    bool fits() const;
};

/// A drawing with other numbers of racks, or of one unit, each prepared and solved as if it were drawn so:
/// nothing is scaled from one to the other.
class RoomSolver {
public:
    /// Fails where no rack with GPUs is drawn, or a figure of the site's room is no positive number.
    static Result<RoomSolver> make(const Prepared& prepared, const Catalog& catalog);

    double drawn() const { return m_drawn; } ///< racks with GPUs
    /// The rack of which more are added: that with the fastest GPUs, which are those that are still bought;
    /// of equal ones that with most of them.
    const Element& kind() const { return *m_kind; }
    /// Racks with GPUs, in drawn order.
    const std::vector<const Element*>& racks() const { return m_racks; }
    double step() const { return m_step; } ///< racks that come together: one in each of its containers

    /// The scenario with so many racks: the drawn ones, those of other kinds before that of which more are
    /// added; rounded down to what can be drawn. No GPU is left at 0. More of what is owned are bought.
    Scenario with_racks(double racks) const;
    /// The drawn scenario with so many more of one unit in each of its containers.
    Scenario with_units(const std::string& id, int more) const;

    /// Kept from call to call. Fails where it cannot be prepared.
    Result<RoomAtRackCount> fill(double racks) const;
    Result<RoomAtRackCount> fill(const Scenario& scenario) const;

private:
    RoomSolver(const Prepared& prepared, const Catalog& catalog)
        : m_prepared(prepared)
        , m_catalog(catalog) {}

    const Prepared& m_prepared;
    const Catalog& m_catalog;
    const Element* m_kind = nullptr;
    std::vector<const Element*> m_racks; ///< with GPUs, in drawn order
    double m_drawn = 0, m_step = 1;
    std::vector<RoomKey> m_spared; ///< what has a spare as drawn
    DutyCycle
        m_duty; ///< duty of the drawn step, nothing held; of a plan that does not run, computing all the time
    mutable std::map<double, RoomAtRackCount> m_known;
};

} // namespace roofrack
