// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/decide/inquiry.h"
#include "app/gui/decide/kept_answers.h"
#include "core/answers/compare/comparison.h"
#include "core/answers/decide/turned_inputs.h"

#include <QObject>

namespace roofrack {

class Document;
class WhatIfBar;

/// Inputs of the open scenario that are turned to see what follows. All views show the scenario with them;
/// the project stays as it is. Another scenario, or another project, begins with none.
class WhatIfFlow : public QObject {
    Q_OBJECT
public:
    WhatIfFlow(Document& document, WhatIfBar& bar, QObject* parent);

    /// An input too, by its address.
    void add(const std::string& address);
    /// The same with a value as it is typed; "400 Gb/s". What cannot be is said at its field.
    void set(const std::string& address, const std::string& text);
    /// What views show: the open scenario as it is, or with what is turned, and called so.
    std::shared_ptr<const Scenario> scenario() const;
    /// The same under its own name in place of the open scenario; another scenario of the project is itself.
    const Scenario& in_place_of(const Scenario& each) const;
    /// The open scenario, called "as it is", where one is turned; null: none is.
    const Scenario* ghost() const;
    /// What is turned as `--set` of a command takes it: "/plan/tp=4".
    std::vector<std::string> settings() const;
    void show(std::shared_ptr<const Answers> answers);
    bool is_busy() const { return m_inquiry.is_busy(); }

Q_SIGNALS:
    /// scenario() is another one.
    void changed();
    /// Why an input cannot be turned.
    void told(const QString& text);

private:
    struct Input {
        std::string address;
        std::optional<double> value; ///< none: as it is
        QString fault;
    };
    struct Question {
        AskedScenarios as_it_is; ///< the open scenario alone
        std::shared_ptr<const Answers> answers;
        bool operator==(const Question&) const = default;
    };
    struct Made {
        std::shared_ptr<const Scenario> from, scenario; ///< null where none is turned
        Scenario in_place, ghost;
    };
    void take(const QString& address, std::optional<double> value);
    void take_place(const QString& address, int place);
    void take_text(const QString& address, const QString& text);
    void follow();
    void clear();
    void keep();
    void show_inputs();
    void show_figures();
    void tell();
    std::vector<TurnedInput> turned_inputs() const;
    const Made& made() const;
    Input* find(const QString& address);

    Document& m_document;
    WhatIfBar& m_bar;
    std::vector<Input> m_inputs;
    mutable std::optional<Made> m_made; ///< kept until the snapshot is another one
    KeptAnswers m_kept;                 ///< used by the thread of m_inquiry alone
    Inquiry<Question, Comparison> m_inquiry;
};

} // namespace roofrack
