// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

namespace roofrack {

/// A few choices side by side, of which one holds: a segmented control. Left and right choose the one beside.
class Segments : public QTabBar {
    Q_OBJECT

public:
    explicit Segments(const QString& name, QWidget* parent = nullptr);

    void add(const QString& key, const QString& text, const QString& tip);
    /// Emits nothing.
    void set_key(const QString& key);
    QString key() const;
    /// Sets the text of the choice that has the key.
    void set_text(const QString& key, const QString& text);
    /// Whether the choice can be made, with the tip that says what it is, or why it cannot. One that holds
    /// can always.
    void set_available(const QString& key, bool is_available, const QString& tip);

Q_SIGNALS:
    void key_chosen(const QString& key);

protected:
    QSize minimumSizeHint() const override { return sizeHint(); }
    void wheelEvent(QWheelEvent* event) override;

private:
    int row_of(const QString& key) const;
};

} // namespace roofrack
