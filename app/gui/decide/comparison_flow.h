// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/decide/inquiry.h"
#include "app/gui/decide/kept_answers.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/compare/comparison_view.h"

#include <QObject>

namespace roofrack {

class ChartArea;
class Document;
class WhatIfFlow;

/// Compares the project's scenarios as the project keeps it, on a thread of its own, while a view that shows
/// the comparison is seen and nothing is changed. What was found for a scenario is kept until it changes.
class ComparisonFlow : public QObject {
    Q_OBJECT
public:
    ComparisonFlow(ChartArea& charts, Document& document, const WhatIfFlow& what_if, QObject* parent);

    void show(std::shared_ptr<const Answers> answers);
    void fill(ChartData& data) const;
    /// Another project was opened.
    void forget();
    bool is_busy() const { return m_inquiry.is_busy(); }
    /// Compares otherwise, as one step of the history; where nothing may be changed, the window says so.
    void choose(const ComparisonChoice& choice);
    /// Asks for designs like those that are compared, as one step of the history. False: why not is told.
    bool ask_for_designs();
    /// Takes a row away that was added.
    void remove_row(const std::string& name);

Q_SIGNALS:
    void found();
    /// Why something that was asked for was not done.
    void told(const QString& text);

private:
    struct Question {
        AskedScenarios asked;
        ComparisonChoice choice;
        bool with_way = false;
        bool covers(const Question& other) const;
    };
    bool sees_rows() const;
    bool sees_way() const;
    bool asks_best_plan() const;
    Question question() const;
    void ask();
    void take();

    ChartArea& m_charts;
    Document& m_document;
    const WhatIfFlow& m_what_if;
    std::shared_ptr<const Answers> m_answers;
    std::shared_ptr<const ComparisonStudy>
        m_study;        ///< the last one: it stays where there is none of what is asked
    KeptAnswers m_kept; ///< used by the thread of m_inquiry alone
    KeptEqual m_equal;  ///< by the same thread
    Inquiry<Question, ComparisonView> m_inquiry;
};

} // namespace roofrack
