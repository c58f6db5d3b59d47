// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace roofrack {

/// A table's header whose sorted column says so behind its name: the style's own arrow would lie on a name
/// that is aligned to the right.
class SortedHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit SortedHeader(QWidget* parent);

    /// What a column needs for its name with the mark behind it and for its cells.
    int needed_width(int section) const;

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override;
};

} // namespace roofrack
