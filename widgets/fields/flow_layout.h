// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <vector>

namespace roofrack {

/// Widgets side by side, in as many rows as the width asks for; those of a row stand on one middle line.
class FlowLayout : public QLayout {
public:
    FlowLayout(QWidget* parent, int across, int down);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.push_back(item); }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), false); }
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    /// The height that it takes; moves the widgets when asked to.
    int place(const QRect& rect, bool move) const;

    std::vector<QLayoutItem*> m_items;
    int m_across, m_down;
};

} // namespace roofrack
