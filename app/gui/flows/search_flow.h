// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/search_lane.h"

#include <QPointer>

namespace roofrack {

class Document;
class SearchView;

/// Searches plans for the open document without stopping the window, marks the answer when the document
/// leaves it behind, and takes a plan over.
class SearchFlow : public QObject {
    Q_OBJECT

public:
    SearchFlow(Document& document, PlanSearcher searcher, QObject* parent = nullptr);

    /// The view that starts and shows searches from now on.
    void attach(SearchView& view);

    void start();
    void cancel() { m_lane.cancel(); }
    void use_selected();
    /// Another project was opened.
    void forget();

    bool is_running() const { return m_lane.is_running(); }
    bool can_use() const;
    /// Null before the first one.
    const std::shared_ptr<const PlanSearch>& search() const { return m_search; }
    bool is_stale() const { return m_is_stale; }

Q_SIGNALS:
    /// A search has begun or ended, its answer is another or has become stale, another plan is selected.
    void state_changed();
    void search_changed();

private:
    void check_stale();
    void use(const Plan& plan);

    Document& m_document;
    SearchLane m_lane;
    QPointer<SearchView> m_view;
    std::shared_ptr<const PlanSearch> m_search;
    bool m_is_stale = false;
};

} // namespace roofrack
