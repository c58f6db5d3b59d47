// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/decide/inquiry.h"
#include "app/gui/decide/kept_answers.h"
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

    /// Adds an input to the bar, by its address.
    void add(const std::string& address);
    /// Adds it and turns it to a value as it is typed: "400 Gb/s". What is wrong with the text is said at its
    /// field.
    void set(const std::string& address, const std::string& text);
    /// What views show: the open scenario as it is, or with what is turned, and called so.
    std::shared_ptr<const Scenario> scenario() const;
    /// What views show, under its own name, in place of the open scenario; another scenario of the project is
    /// itself.
    const Scenario& in_place_of(const Scenario& each) const;
    /// The open scenario, called "as it is", if an input is turned; null if none is.
    const Scenario* ghost() const;
    /// The inputs of the bar, turned or not, by their addresses.
    std::vector<std::string> inputs() const;
    /// What is turned as `--set` of a command takes it: "/plan/tp=4".
    std::vector<std::string> settings() const;
    void show(std::shared_ptr<const Answers> answers);
    bool is_busy() const { return m_inquiry.is_busy(); }
    /// The slides are in sight, which show the scenario as it is: the bar says so.
    void set_slides_seen(bool seen);

Q_SIGNALS:
    /// What scenario() returns is another one now.
    void changed();
    /// Why an input cannot be turned.
    void refused(const QString& text);

private:
    struct Input {
        std::string address;
        std::optional<double> value; ///< Nullopt stands for the value as it is.
        QString fault;
    };
    struct Question {
        AskedScenarios as_it_is; ///< the open scenario alone
        std::shared_ptr<const Answers> answers;
        bool operator==(const Question&) const = default;
    };
    /// What becomes of the figures, a text each; why it does not run stands first.
    using Consequences = std::vector<std::string>;
    /// The open scenario with the turned inputs.
    struct WithTurnedInputs {
        std::shared_ptr<const Scenario> from;     ///< snapshot that it was made of
        std::shared_ptr<const Scenario> scenario; ///< Null if no input is turned.
        Scenario in_place, ghost;                 ///< as in_place_of() and ghost() return them
    };
    void take(const QString& address, std::optional<double> value);
    void take_slider_position(const QString& address, int position);
    void take_text(const QString& address, const QString& text);
    void follow();
    void clear();
    void keep_as_scenario();
    void show_inputs();
    void show_figures();
    void refresh();
    std::vector<TurnedInput> turned_inputs() const;
    const WithTurnedInputs& with_turned_inputs() const;
    Input* find(const QString& address);

    Document& m_document;
    WhatIfBar& m_bar;
    std::vector<Input> m_inputs;
    mutable std::optional<WithTurnedInputs> m_with_turned_inputs; ///< kept until the snapshot is another one
    KeptAnswers m_base_answers; ///< answers of the scenario as it is; used by the thread of m_inquiry alone
    bool m_slides_seen = false;
    Inquiry<Question, Consequences> m_inquiry;
};

} // namespace roofrack
