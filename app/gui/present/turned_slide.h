// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/turned_inputs.h"
#include "core/base/model/present/deck.h"
#include "widgets/editor/latest_worker.h"
#include "widgets/present/shown_slide.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace roofrack {

/// A slide whose inputs are turned while it is shown, found on a thread of its own: the newest values as soon
/// as those before are found, which are given up where they take long.
class TurnedSlide : public QObject {
    Q_OBJECT

public:
    struct Question {
        std::shared_ptr<const Project> project;
        std::filesystem::path folder;
        bool best_plan = false;
        size_t number = 0; ///< place of the slide in its deck
        Slide slide;
        std::vector<TurnedInput> inputs;
    };
    struct Found {
        FoundSlide slide;
        std::vector<std::string> follows; ///< turned_texts()
    };

    /// `catalog` outlives it.
    TurnedSlide(const Catalog& catalog, QObject* parent);
    ~TurnedSlide() override;

    /// Without inputs it finds what the values that follow are held against.
    void ask(Question question);
    /// Nothing is to be found any more.
    void forget();
    bool is_busy() const { return m_asked != m_done; }

Q_SIGNALS:
    void found(const roofrack::TurnedSlide::Question& question, const roofrack::TurnedSlide::Found& found);

private:
    struct Job {
        Question question;
        std::stop_source stop;
        quint64 number = 0;
    };
    void stop_all();
    void work(Job& job, const std::stop_token& at_end);
    /// `at_end` ends what is found of the slide as it stands, too, which is of use as long as anybody asks.
    Found find(const Question& question, const std::stop_token& stop, const std::stop_token& at_end);

    const Catalog& m_catalog;
    quint64 m_asked = 0, m_done = 0;
    std::vector<std::pair<quint64, std::stop_source>> m_unfinished; ///< jobs by their numbers
    QElapsedTimer m_since;                                          ///< it was asked
    std::shared_ptr<const Project> m_of;       ///< the project of m_base; used by the thread alone
    std::unique_ptr<const DeckAnswers> m_base; ///< the same
    LatestWorker<Job> m_worker;                ///< last: it uses all of the above
};

} // namespace roofrack
