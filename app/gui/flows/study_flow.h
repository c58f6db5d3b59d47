// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/losses/slow_groups.h"
#include "widgets/editor/answers_lane.h"
#include "widgets/editor/ask_lane.h"

#include <QTimer>

#include <set>

namespace roofrack {

class ChartArea;

/// Finds what the views that are seen show beyond the first answers, when nothing was changed for a moment:
/// what takes no search first, then searches on a thread of their own. What is not seen is not found. What
/// was found of an earlier snapshot stays shown until then.
class StudyFlow : public QObject {
    Q_OBJECT
public:
    explicit StudyFlow(ChartArea& charts, QObject* parent);

    /// A new snapshot: the one before is stopped.
    void show(std::shared_ptr<const Answers> answers);
    /// What views on the screen ask for with the evaluation.
    std::vector<Ask> at_once() const;
    /// What slow racks cost the run; null if it is not known of this scenario.
    std::shared_ptr<const SlowGroups> slow_groups() const;
    /// It is being found, or will be in a moment.
    bool is_busy() const { return m_pause.isActive() || m_soon.is_busy() || m_searches.is_busy(); }

Q_SIGNALS:
    void found();

private:
    void ask();
    void ask_lane(AskLane& lane, const std::vector<Ask>& wanted);

    ChartArea& m_charts;
    std::shared_ptr<const Answers> m_answers;
    std::set<Ask> m_answered; ///< what m_answers has answered
    AskLane m_soon, m_searches;
    QTimer m_pause;
};

} // namespace roofrack
