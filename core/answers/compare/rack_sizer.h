// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/equal_size.h"
#include "core/answers/compare/supply_clock.h"
#include "core/step/search/fastest.h"
#include "core/study/racks/rack_drawings.h"

#include <map>
#include <memory>
#include <vector>

namespace roofrack {

/// One scenario with other numbers of its racks, each drawn, checked and evaluated once; and the search for
/// the number that keeps a limit. What sized_to() is made of.
class RackSizer {
public:
    /// One number of racks.
    struct Tried {
        Scenario scenario;
        std::optional<double> amount;  ///< none: it does not run
        double step = 0;               ///< s of a step; of one that runs
        bool takes_other_plan = false; ///< its own plan does not run; one that is found stands for it
        bool is_held = false;          ///< what the place supplies holds its clocks lower than as drawn
        std::string uncabled =
            {}; ///< why it cannot be cabled: "Leaf needs 152 ports and has 144"; empty: it can
        std::optional<double> own_step =
            {};              ///< s by its own plan, which runs, but beside the fastest is slow
        double replicas = 0; ///< data-parallel degree
        SupplyClock clock{}; ///< what the place leaves of its clocks
        double at_work = 1;  ///< share of the step in which it computes
    };
    /// What was found. `racks` 0: no number keeps the limit.
    struct Found {
        int racks = 0;
        int next = 0;   ///< the next number that runs, and breaks the limit; 0: there is none
        int fewest = 0; ///< where none keeps the limit, the fewest racks that run, as far as they were tried
        bool ends = false; ///< beyond `racks` nothing that was tried runs, so the limit was not reached
        std::string uncabled = {}; ///< where it ends, why more cannot be cabled; empty: they can
    };

    /// All of them outlive it. `limit` in the unit of amount_of().
    RackSizer(const Answers& answers, const RoomSolver& room, EqualBy by, double limit,
              const std::stop_token& stop, RackSteps steps = RackSteps::finest);

    const Tried& at(int racks);
    /// The most racks that keep the limit; numbers that do not run are passed over.
    Found most();
    /// The fewest that do.
    Found fewest();
    /// The number, at most one that was found, with the shortest step, where that is shorter: numbers below
    /// it that may divide a batch better and that as drawn, each by the plan that the number found has, its
    /// own or the best; where all lose much by its own, some by the best; where its own was found for the
    /// racks drawn, some each by the plan that is found for it. `may_be_fewer` not: that number alone. 0:
    /// there is none.
    int faster(int racks, bool may_be_fewer);
    /// Some number of racks that was tried runs by the scenario's own plan.
    bool own_plan_runs() const;
    /// Racks that come together.
    int step() const { return m_drawings.step(); }
    /// Its racks are there already, so no more of them are drawn.
    bool is_owned() const { return m_drawings.is_owned(); }
    /// Whole containers come and go.
    bool takes_containers() const { return m_drawings.takes_containers(); }

private:
    bool runs(int racks) { return at(racks).amount.has_value(); }
    /// More than the limit, or of power more racks than drawn whose clocks the supply holds. Fewer than drawn
    /// that it holds say nothing of those between: what is drawn beside them did not follow, and they are
    /// passed over.
    bool breaks(int racks);
    bool keeps(int racks) { return keeps(at(racks)); }
    bool keeps(const Tried& found) const;
    bool is_held(int racks);
    bool is_uncabled(int racks) { return !at(racks).uncabled.empty(); }
    /// The most racks, no more than so many, that whole steps from those drawn lead to.
    int whole(int racks) const;
    bool is_stopped() const { return m_stop.stop_requested(); }
    /// By the scenario's own plan, by that or where it does not run the best one, or by the best one alone.
    enum class PlanTaken { own, own_or_best, best };
    Tried tried(int racks, PlanTaken taken);
    /// The drawings of so many racks that can be cabled, asked as what is drawn is.
    struct Cabled {
        int racks = -1; ///< none yet
        std::vector<std::shared_ptr<const Answers>> drawings = {};
        std::string lacks = {}; ///< why none can; empty: one can
    };
    const Cabled& cabled(int racks);
    std::shared_ptr<const Answers> by_prudent_plan(const Answers& drawn);
    /// The fewest racks × s that a step of those tried takes, of numbers from `least` on.
    double rack_seconds(int least) const;
    int faster_by_own_plan(int racks);
    int faster_by_best_plan(int racks, int own);
    /// `now`: what would be taken.
    int faster_by_found_plan(int racks, int now);
    /// As drawn its own plan is about as fast as the best one.
    bool is_plan_found();
    const Tried& best_at(int racks);
    std::vector<int> fewer_that_may_keep(int racks);
    int next_that_runs(int racks, int end);

    const Answers& m_answers;
    EqualBy m_by;
    double m_limit;
    const std::stop_token& m_stop;
    RackDrawings m_drawings;
    int m_least;           ///< racks that are there already: they do not go
    int m_step, m_drawn;   ///< racks that come together; as drawn
    int m_floor, m_most;   ///< whole steps from those drawn: the last at or below none; the most tried
    double m_clock = 1;    ///< slowest clock that the supply of the place leaves as drawn
    Cabled m_cabled;       ///< the number tried last: by one plan or another its drawings are prepared once
    SearchMemory m_memory; ///< what the searches for plans of all numbers share
    std::map<int, Tried> m_tried;
    std::map<int, Tried> m_best; ///< by the best plan, as far as that was searched on purpose
};

} // namespace roofrack
