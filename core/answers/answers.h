// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/model/project.h"
#include "core/facility/standing/standing_load.h"
#include "core/study/scaling.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>

namespace roofrack {

/// A scenario as it was at one moment, and how it is asked.
struct Snapshot {
    std::shared_ptr<const Scenario> scenario; ///< with the plan as given
    std::filesystem::path folder{};           ///< the project's, where files that it names stand
    Project jobs{};                           ///< project_of_jobs(): what runs beside the scenario
    bool best_plan = false;                   ///< asked of the best plan found, else of the plan as given
    /// What is there already is asked of its own best plan, though all is asked of the plan as given: of a
    /// scenario that has its best plan already.
    bool best_plan_of_today = false;
    std::optional<ScaleMetric> metric{}; ///< what studies over GPU counts compare; empty: natural_metric()
    std::optional<StandingLoad> load{}; ///< power, heat, cooling and room are of this load, whatever the step
                                        ///< draws; empty: of the step, and of the site's load where none runs

    /// Whether what is there already trains by its own best plan.
    bool plans_today() const { return best_plan || best_plan_of_today; }
};

class Answers;

/// Finds one answer, from other answers of the same snapshot. Specialised for each type that can be asked, in
/// the header that says what it is. Fails with the reason why this snapshot has none. What a stopped call
/// returns is thrown away.
template<class T>
Result<T> answer_of(const Answers& answers, const std::stop_token& stop);

/// A snapshot and everything that can be asked of it. An answer is found when it is first asked, once, by the
/// thread that asks; others that ask for it meanwhile wait. May be used from several threads.
class Answers {
public:
    /// `catalog` outlives it. `before`: answers of an earlier snapshot, which earlier() knows; may be null.
    Answers(Snapshot snapshot, const Catalog& catalog, const Answers* before = nullptr);
    ~Answers();
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;

    /// The answers of a changed scenario, asked as this one is: what both prepare alike is shared.
    Answers with(Scenario changed) const;

    const Snapshot& snapshot() const { return *m_snapshot; }
    const Scenario& scenario() const { return *m_snapshot->scenario; }
    const Catalog& catalog() const { return m_catalog; }

    /// The answer, or why there is none; it stays where it is for as long as the Answers live. Null: stopped
    /// before it was known.
    template<class T>
    const Result<T>* get() const {
        return static_cast<const Result<T>*>(ask(key<T>(), [](const Answers& self,
                                                              const std::stop_token& stop) {
            return std::shared_ptr<const void>(std::make_shared<const Result<T>>(answer_of<T>(self, stop)));
        }));
    }
    /// get() where only the answer is of use. Null: stopped, or there is none.
    template<class T>
    const T* value() const {
        return value_of(get<T>());
    }
    /// What is known now; never waits. Null: not yet.
    template<class T>
    const Result<T>* have() const {
        return static_cast<const Result<T>*>(known(key<T>()));
    }
    template<class T>
    const T* have_value() const {
        return value_of(have<T>());
    }

    /// An answer of an earlier snapshot.
    template<class T>
    struct Earlier {
        std::shared_ptr<const Result<T>> answer; ///< null: none was ever found
        std::shared_ptr<const Snapshot> of;      ///< the snapshot that it answers
    };
    /// The newest one found before this snapshot; kept until this snapshot has its own.
    template<class T>
    Earlier<T> earlier() const {
        Kept kept = kept_from_before(key<T>());
        return {std::static_pointer_cast<const Result<T>>(std::move(kept.value)), std::move(kept.of)};
    }

    /// Ends what is being found, for good: what is known stays known, all else is null from now on.
    void stop() const { m_stop.request_stop(); }
    bool is_stopped() const { return m_stop.stop_requested(); }

private:
    using Key = const void*;
    using Find = std::shared_ptr<const void> (*)(const Answers&, const std::stop_token&);
    struct Kept {
        std::shared_ptr<const void> value;
        std::shared_ptr<const Snapshot> of;
    };
    struct Memory;

    template<class T>
    static Key key() {
        static constexpr char one_of_each_type = 0;
        return &one_of_each_type;
    }
    template<class T>
    static const T* value_of(const Result<T>* answer) {
        return answer && *answer ? &**answer : nullptr;
    }
    const void* ask(Key key, Find find) const;
    const void* known(Key key) const;
    Kept kept_from_before(Key key) const;

    std::shared_ptr<const Snapshot> m_snapshot;
    const Catalog& m_catalog;
    std::stop_source m_stop;
    std::unique_ptr<Memory> m_memory;
};

/// What answer_of() returns where another answer that it needs is missing: its reason, or that it was
/// stopped.
template<class T>
Diagnostic why_missing(const Result<T>* answer) {
    return answer ? answer->error() : Diagnostic{"", "stopped", "ask again"};
}

} // namespace roofrack
