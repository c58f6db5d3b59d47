// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/base/units/diagnostic.h"

#include <QFrame>
#include <QTimer>

#include <functional>

class QHBoxLayout;
class QLabel;

namespace roofrack {

/// One message over the drawing that waits without stopping anyone: what, where, what to do, with buttons.
/// Remarks go by themselves, they and warnings with the next change of the drawing.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    struct Button {
        QString text;
        std::function<void()> handler;
    };

    explicit MessageBar(QWidget* parent = nullptr);

    void show_message(Severity severity, const QString& text, const std::vector<Button>& buttons = {});
    void show_diagnostic(Severity severity, const QString& headline, const Diagnostic& diagnostic,
                         const std::vector<Button>& buttons = {});
    /// Lines: what, where, what to do.
    static QString diagnostic_text(const QString& headline, const Diagnostic& diagnostic);
    QString text() const;
    void dismiss();
    /// The drawing has changed: what was said about the one before goes. Errors and questions stay.
    void outdate();

    /// As long as it lives, changes of the project outdate nothing.
    class Keep {
    public:
        explicit Keep(MessageBar& bar)
            : m_bar(bar) {
            m_bar.m_is_kept = true;
        }
        ~Keep() { m_bar.m_is_kept = false; }
        Keep(const Keep&) = delete;
        Keep& operator=(const Keep&) = delete;

    private:
        MessageBar& m_bar;
    };

private:
    bool m_is_kept = false;
    QTimer m_read; ///< a remark goes when it had time to be read
    Severity m_severity = Severity::info;
    QLabel* m_text;
    QHBoxLayout* m_row;
    std::vector<QWidget*> m_buttons;
};

} // namespace roofrack
