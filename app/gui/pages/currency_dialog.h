// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <map>
#include <set>
#include <string>
#include <vector>

class QPushButton;

namespace roofrack {

class QuantityEdit;

/// Asks what one of each currency of a list of prices is worth in $.
class CurrencyDialog : public QDialog {
    Q_OBJECT

public:
    /// `file`: name of the list.
    CurrencyDialog(const std::set<std::string>& currencies, const QString& file, QWidget* parent = nullptr);

    /// $ of one of each, once the dialog was accepted.
    std::map<std::string, double> rates() const;

private:
    struct Row {
        std::string currency;
        QuantityEdit* rate;
    };
    void check();

    std::vector<Row> m_rows;
    QPushButton* m_take;
};

} // namespace roofrack
