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
/// Remarks float over the foot of what there is, which stays where it is, and go by themselves; warnings and
/// what has buttons take room at the top. Remarks and warnings go with the next change of the drawing.
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

    /// It stands over its parent and takes no room.
    bool floats() const { return m_floats; }

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

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; ///< follows the size of its parent

private:
    /// In the layout of its parent, which it was put into first, or over it.
    void set_floats(bool floats);
    /// Over the foot of the parent, as wide as its text.
    void place_over_foot();

    bool m_is_kept = false, m_floats = false;
    QTimer m_read; ///< a remark goes when it had time to be read
    Severity m_severity = Severity::info;
    QLabel* m_text;
    QHBoxLayout* m_row;
    std::vector<QWidget*> m_buttons;
};

} // namespace roofrack
