// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/mitigation/mitigations.h"
#include "widgets/editor/latest_worker.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QStackedLayout;
class QTreeWidget;

namespace roofrack {

class Catalog;

/// What the program can change to make the step faster, each with what it comes to; one click makes it. Tried
/// only while it is seen, on a thread of its own; until then the last ones stay, and cannot be applied.
class MitigationsView : public QWidget {
    Q_OBJECT

public:
    explicit MitigationsView(const Catalog& catalog, QWidget* parent = nullptr);

    /// `best_plan`: tried with the best plan found, not with the plan as given.
    void show_scenario(std::shared_ptr<const Scenario> scenario, bool best_plan = false);
    void set_read_only(bool read_only);
    /// True until what is seen was found for the scenario.
    bool is_trying() const { return m_shown != m_asked; }
    QTreeWidget& list() { return *m_list; }

Q_SIGNALS:
    void apply_requested(const roofrack::Mitigation& mitigation);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Asked {
        std::shared_ptr<const Scenario> scenario;
        bool best_plan = false;
        bool operator==(const Asked&) const = default;
    };
    void try_all();
    void show_found(const Asked& of, Result<Mitigations> found);
    void add_refused(const RefusedMitigation& mitigation);
    void add_row(const QString& action, double gain, const TrainingCost& cost, const QString& caution);
    void update_button();
    void apply();

    const Catalog& m_catalog;
    Asked m_asked;
    Asked m_shown; ///< the question whose mitigations they are
    Mitigations m_found;
    bool m_read_only = false;
    QTreeWidget* m_list;
    QLabel* m_note;
    QPushButton* m_apply;
    QLabel* m_untried;            ///< Says instead of the list why no change could be tried.
    QStackedLayout* m_pages;      ///< the list, then what stands instead of it
    LatestWorker<Asked> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
