// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/decide/inquiry.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/decide/tried_view.h"

#include <QObject>

#include <optional>

namespace roofrack {

class ChartArea;
class Document;

/// An input of the shown scenario that is given several values, and what each does to some figures, found on
/// a thread of its own while its view is seen. The project keeps what is asked; where nothing of it may be
/// changed, it is asked until another project is opened.
class TriedFlow : public QObject {
    Q_OBJECT
public:
    TriedFlow(ChartArea& charts, Document& document, QObject* parent);

    /// Asks for an input by its address, with the values that are offered for it; none where the scenario
    /// says nothing of it: they are typed. False: there is no such input, which told() says.
    bool begin(const std::string& address);
    /// Asks for an input by its address, with values as they are typed.
    void begin(const std::string& address, const std::string& values);
    void show(std::shared_ptr<const Answers> answers);
    void fill(ChartData& data) const;
    /// Another project was opened.
    void forget();
    bool is_busy() const { return m_inquiry.is_busy(); }
    /// Does what a mark of its view stands for; false: it is the mark of something else.
    bool take_mark(const QString& mark);
    /// The question; it asks nothing if its input is empty.
    TriedRequest request() const;

Q_SIGNALS:
    void found();
    /// Why an input cannot be given other values.
    void told(const QString& text);

private:
    struct Question {
        std::shared_ptr<const Answers> answers; ///< the shown scenario's
        TriedRequest request;
        bool operator==(const Question&) const = default;
    };
    void ask();
    void change(const TriedRequest& request);
    bool change_figures(const QString& mark);

    ChartArea& m_charts;
    Document& m_document;
    std::shared_ptr<const Answers> m_answers;
    std::optional<TriedRequest> m_not_kept; ///< what is asked of a project that is only read
    Inquiry<Question, TriedView> m_inquiry;
};

} // namespace roofrack
