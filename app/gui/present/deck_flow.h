// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/decide/inquiry.h"
#include "widgets/present/shown_slide.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>

namespace roofrack {

class DeckView;
class Document;
class SlideShow;
class TurnedSlide;
class WhatIfFlow;
struct TurnedInput;

/// The slides of the open project: what they show is found on a thread while they are seen, painted one after
/// another, and changed as steps of the history.
class DeckFlow : public QObject {
    Q_OBJECT

public:
    DeckFlow(DeckView& view, Document& document, QObject* parent);

    /// By which plan the slides are.
    void set_best_plan(bool best_plan);
    void set_seen(bool seen);
    /// Another project is open: nothing of the one before is shown or kept.
    void forget();
    bool is_busy() const { return m_found.is_busy() || m_painting.isActive(); }
    /// Whose inputs are put on slides; it outlives the last click.
    void set_what_if(const WhatIfFlow& what_if) { m_what_if = &what_if; }
    /// Puts a slide of that view of the open scenario behind the chosen one.
    void add_view(const QString& view);
    /// The slides on the whole screen, from the chosen one on, once they are found.
    void start_show(QWidget* window);

private:
    struct Question {
        Project project;
        std::filesystem::path folder;
        bool best_plan = false;
        bool operator==(const Question&) const = default;
    };
    struct FoundDeck {
        Deck deck;
        bool is_drafted = false;
        std::vector<FoundSlide> slides;
    };
    Question question() const;
    std::shared_ptr<const FoundDeck> find(const Question& question, const std::stop_token& stop);
    void ask();
    void show_found();
    void paint_next();
    void show_finding();
    void freeze(size_t number, bool frozen);
    void ask_file();
    void start_waiting();
    const Scenario* scenario_of(const Slide& slide) const;
    void put_what_if(size_t number);
    void turn(size_t number, const std::vector<TurnedInput>& inputs);

    DeckView& m_view;
    Document& m_document;
    bool m_is_seen = false, m_best_plan = false;
    std::filesystem::path m_asked_of;          ///< the project's file, when it was asked last
    std::shared_ptr<const FoundDeck> m_shown;  ///< what is painted
    size_t m_next = 0;                         ///< slide that is painted next
    std::shared_ptr<const SlideStyle> m_style; ///< that the slides are painted in
    QTimer m_painting;
    QPointer<SlideShow> m_show;
    TurnedSlide* m_turned;
    std::shared_ptr<const Project> m_turned_of; ///< the project of the slides that are turned, without slides
    const WhatIfFlow* m_what_if = nullptr;
    QPointer<QWidget> m_waiting; ///< the window of a show that begins when the slides are found
    std::shared_ptr<const DeckAnswers> m_answers; ///< used by the thread of m_found alone
    Inquiry<Question, FoundDeck> m_found;         ///< last: it uses all of the above
};

} // namespace roofrack
