// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <QTableView>

#include <memory>

namespace roofrack {

/// What each rank measured: one row per rank, sortable; the last to arrive is told.
class RankTable : public QTableView {
    Q_OBJECT

public:
    explicit RankTable(QWidget* parent = nullptr);
    ~RankTable() override;

    /// nullptr empties it; it then says what would fill it.
    void show_trace(std::shared_ptr<const TraceResult> trace);
    /// What it says while it has no rows.
    QString empty_text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    class Model;
    Model* m_model;
};

} // namespace roofrack
