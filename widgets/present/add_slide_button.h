// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

#include <string>
#include <vector>

class QMenu;

namespace roofrack {

/// Charts that are offered together.
struct ChartGroup {
    QString name;                    ///< "Facility"
    std::vector<const char*> charts; ///< by their ids, in the order in which they are read
};

/// Offers every view that a slide may have.
class AddSlideButton : public QPushButton {
    Q_OBJECT

public:
    explicit AddSlideButton(QWidget* parent = nullptr);

    /// The charts by groups, each once; those of no group stand behind them. Until it is called they stand in
    /// the order of the catalogue.
    void set_groups(const std::vector<ChartGroup>& groups);

Q_SIGNALS:
    void wanted(const std::string& view);

private:
    void offer(QMenu& where, const std::string& view);

    QMenu* m_charts;
};

} // namespace roofrack
