// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/decide/inquiry.h"
#include "app/gui/decide/kept_answers.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/decide/map_view.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/charts/decide/tornado_view.h"

#include <QObject>
#include <QTimer>

namespace roofrack {

class ChartArea;
class Document;
class WhatIfFlow;

/// Any input against any figure: the odds of the scenarios, as large as the project compares them, the
/// figures of the open one over its inputs, and maps, found on threads of its own as the project keeps what
/// is asked, while a view that shows them is seen and nothing is changed.
class InputsFlow : public QObject {
    Q_OBJECT
public:
    InputsFlow(ChartArea& charts, Document& document, const WhatIfFlow& what_if, QObject* parent);

    void show(std::shared_ptr<const Answers> answers);
    void fill(ChartData& data) const;
    /// Another project was opened.
    void forget();
    /// Which inputs have a field in the window.
    void set_fields(std::function<bool(const std::string&)> has_field) { m_has_field = std::move(has_field); }
    bool is_busy() const { return m_odds.is_busy() || m_tornado.is_busy() || m_map.is_busy(); }
    /// Does what a mark of one of its views stands for; false: it is the mark of something else.
    bool take_mark(const QString& mark);

Q_SIGNALS:
    void found();

private:
    struct OddsQuestion {
        AskedScenarios asked;
        ComparisonChoice equal; ///< how they are made equal: equal_part()
        std::vector<std::string> figures;
        std::string by;
        std::chrono::sys_days order;
        bool operator==(const OddsQuestion&) const = default;
    };
    struct TornadoQuestion {
        std::shared_ptr<const Answers> answers; ///< the open scenario's
        std::vector<std::string> figures;
        bool operator==(const TornadoQuestion&) const = default;
    };
    struct MapQuestion {
        AskedScenarios asked;
        ComparisonChoice equal; ///< how they are made equal: equal_part()
        std::vector<std::string> axes;
        std::string by;
        bool operator==(const MapQuestion&) const = default;
    };
    OddsQuestion odds_question(AskedScenarios asked) const;
    MapQuestion map_question(AskedScenarios asked) const;
    AskedScenarios asked() const;
    bool asks_best_plan() const;
    TornadoQuestion tornado_question() const;
    bool take_away(const QString& mark);
    void ask();
    void follow_odds();

    ChartArea& m_charts;
    Document& m_document;
    const WhatIfFlow& m_what_if;
    std::shared_ptr<const Answers> m_answers;
    std::function<bool(const std::string&)> m_has_field;
    KeptAnswers m_mapped;                    ///< used by the thread of m_map alone
    KeptAnswers m_drawn;                     ///< used by the thread of m_odds alone
    KeptEqual m_mapped_equal, m_drawn_equal; ///< each by the same thread
    OddsProgress m_odds_progress;            ///< written by the thread of m_odds
    QTimer m_odds_tick;                      ///< while samples are drawn, to show how many are
    Inquiry<OddsQuestion, OddsView> m_odds;
    Inquiry<TornadoQuestion, TornadoView> m_tornado;
    Inquiry<MapQuestion, MapView> m_map;
};

} // namespace roofrack
