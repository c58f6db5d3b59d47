// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/own_parts.h"

#include <QScrollArea>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace roofrack {

class ChoiceEdit;
class ValueRow;
class Section;

/// The figures of one part of the project's own, each editable with its unit and the note on its source. It
/// hands back changed copies; whoever owns the document makes them undo steps.
class OwnPartPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit OwnPartPanel(const Catalog& catalog, QWidget* parent = nullptr);
    ~OwnPartPanel() override;

    void show_part(const OwnPart& part);
    void show_nothing();
    /// The project's own parts, which a server may name as its accelerator.
    void set_own_parts(const std::vector<OwnPart>& own);
    /// The fault of the last edit, shown beside the name; empty if there was none.
    void show_problem(const QString& problem);
    void set_read_only(bool read_only);
    /// The keyboard to the name, chosen so that typing replaces it.
    void focus_name();
    const PartRef& part() const { return m_part.part; }

Q_SIGNALS:
    /// `what`: the field, as in a step's name ("maximum power").
    void edited(const roofrack::PartRef& after, const QString& what);
    void duplicate_requested(const roofrack::PartRef& part);
    void remove_requested(const roofrack::PartRef& part);

private:
    void make_rows(PartKind kind);
    void edit_figure(const ValueRow& row, const std::optional<SourcedValue>& figure);
    void edit_name();
    void edit_accelerator(const QString& key);
    void show_accelerator();
    void show_doubts();

    const Catalog& m_catalog;
    OwnPart m_part;
    std::optional<PartKind> m_kind; ///< kind that the rows are made for
    QWidget* m_body;
    QLabel* m_empty;
    QLineEdit* m_name;
    QLabel* m_problem;
    QLabel* m_origin;
    std::vector<OwnPart> m_own;
    QLabel* m_accelerator_label;
    ChoiceEdit* m_accelerator; ///< shown for servers
    QLabel* m_doubts;
    QWidget* m_figures = nullptr;
    Section* m_others = nullptr; ///< figures that the part does not have
    std::vector<ValueRow*> m_rows;
    QPushButton *m_duplicate, *m_remove;
};

} // namespace roofrack
