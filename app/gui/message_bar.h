// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings/finding.h"
#include "units/diagnostic.h"

#include <QFrame>

#include <functional>

class QHBoxLayout;
class QLabel;

namespace roofrack {

/// One message over the drawing that waits without stopping anyone: what, where, what to do, with buttons.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    struct Button {
        QString text;
        std::function<void()> handler;
    };

    explicit MessageBar(QWidget* parent = nullptr);

    void show_message(Severity severity, const QString& text, const std::vector<Button>& buttons = {});
    void show_diagnostic(Severity severity, const QString& headline, const Diagnostic& diagnostic);
    QString text() const;
    void dismiss();

private:
    QLabel* m_text;
    QHBoxLayout* m_row;
    std::vector<QWidget*> m_buttons;
};

} // namespace roofrack
