// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/plan_search.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <thread>

namespace roofrack {

/// Searches plans on a worker thread with progress and cancel; the evaluation of edits goes on beside it. A
/// new start cancels the one before; nothing of a cancelled or replaced search is delivered but `cancelled`.
class SearchLane : public QObject {
    Q_OBJECT
public:
    explicit SearchLane(PlanSearcher searcher, QObject* parent = nullptr);
    ~SearchLane() override;

    void start(PlanSearchRequest request);
    void cancel();
    bool is_running() const { return m_running; }

Q_SIGNALS:
    void progress(double done); ///< share of the space, 0…1
    void finished(std::shared_ptr<const roofrack::PlanSearch> search);
    void failed(const roofrack::Diagnostic& diagnostic);
    void cancelled();

private:
    void retire();

    PlanSearcher m_searcher;
    bool m_running = false;
    quint64 m_generation = 0; ///< generation of the search whose reports are wanted
    std::shared_ptr<SearchProgress> m_progress;
    QTimer m_reporter;
    std::map<quint64, std::jthread> m_workers; ///< the wanted one, and stopped ones on their way out
};

} // namespace roofrack
