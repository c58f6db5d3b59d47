// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <functional>

namespace roofrack {

/// A line edit for words. Enter or leaving the field commits; where it has a check, Esc restores, and text
/// that the check refuses stays, marked in place, and commits nothing.
class TextEdit : public QLineEdit {
    Q_OBJECT

public:
    /// The fault of a text; empty if it is right.
    using Check = std::function<QString(const QString& text)>;

    explicit TextEdit(QWidget* parent = nullptr);

    void set_check(Check check) { m_check = std::move(check); }
    /// Shows what holds, unless something is being typed. Emits nothing.
    void show_text(const QString& text);
    /// Drops what was typed and not committed: another thing is shown.
    void restore();
    /// What is wrong with the text; empty when nothing is.
    QString error() const { return m_error; }

Q_SIGNALS:
    void text_committed(const QString& text);
    void error_changed(const QString& error);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void commit();
    void set_error(const QString& error);

    Check m_check;
    QString m_shown, m_error;
};

} // namespace roofrack
