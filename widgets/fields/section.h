// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace roofrack {

/// A titled part of a panel that folds away.
class Section : public QWidget {
    Q_OBJECT

public:
    Section(const QString& title, QWidget* content, QWidget* parent = nullptr);

    bool is_open() const;
    void set_open(bool open);
    void set_title(const QString& title);
    QString title() const;

private:
    void bring_into_view();

    QToolButton* m_header;
    QWidget* m_content;
};

} // namespace roofrack
