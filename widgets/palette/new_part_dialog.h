// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/new_part.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace roofrack {

class ChoiceEdit;
class QuantityEdit;

/// A form for a part of one's own: kind, name, what it is derived from, and the figures that matter first.
/// What is left empty is the base's, or not known. An accelerator comes with a server of it, which can be
/// drawn.
class NewPartDialog : public QDialog {
    Q_OBJECT

public:
    /// Both must outlive the dialog.
    NewPartDialog(const Scenario& scenario, const Catalog& catalog, QWidget* parent = nullptr);

    /// What the form makes, once it was accepted.
    const MadePart& made() const { return m_made; }
    NewPart asked() const;

private:
    struct Row {
        std::string key;
        QuantityEdit* value;
    };

    void make_figures();
    bool is_half_typed() const;
    bool is_being_typed(std::string_view key) const;
    void show_base();
    void show_server();
    void grow();
    void check();
    void create();
    PartKind kind() const;
    const Part* base() const;

    const Scenario& m_scenario;
    const Catalog& m_catalog;
    MadePart m_made;
    ChoiceEdit* m_kind;
    QLineEdit *m_name, *m_base, *m_accelerator;
    QLabel *m_base_note, *m_accelerator_label;
    QWidget* m_figures;
    QCheckBox* m_with_server;
    ChoiceEdit* m_server;
    QuantityEdit* m_gpus;
    QWidget* m_server_box;
    QLabel *m_doubts, *m_problem;
    QPushButton* m_create;
    std::vector<Row> m_rows;
};

} // namespace roofrack
