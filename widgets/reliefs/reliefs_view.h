// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/reliefs.h"
#include "widgets/editor/latest_worker.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace roofrack {

class Catalog;

/// What the program can change to make the step faster, each with what it comes to; one click makes it. Tried
/// only while it is seen, on a thread of its own; until then the last ones stay, and cannot be applied.
class ReliefsView : public QWidget {
    Q_OBJECT

public:
    explicit ReliefsView(const Catalog& catalog, QWidget* parent = nullptr);

    void show_scenario(std::shared_ptr<const Scenario> scenario);
    void set_read_only(bool read_only);
    /// True until what is seen was found for the scenario.
    bool is_trying() const { return m_shown != m_scenario; }
    QTreeWidget& list() { return *m_list; }
    QPushButton& apply_button() { return *m_apply; }

Q_SIGNALS:
    void apply_requested(const roofrack::Relief& relief);

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Snapshot = std::shared_ptr<const Scenario>;
    void try_all();
    void show_found(const Snapshot& of, Result<Reliefs> found);
    void add_refused(const RefusedRelief& relief);
    void add_row(const QString& action, double gain, const TrainingCost& cost, const QString& caution);
    void update_button();
    void apply();

    const Catalog& m_catalog;
    Snapshot m_scenario;
    Snapshot m_shown; ///< whose reliefs they are
    Reliefs m_found;
    bool m_read_only = false;
    QTreeWidget* m_list;
    QLabel* m_note;
    QPushButton* m_apply;
    LatestWorker<Snapshot> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
