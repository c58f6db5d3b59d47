// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/part_completer.h"

#include "core/base/catalog/catalog.h"
#include "core/base/model/project.h"
#include "widgets/fields/text.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QStandardItemModel>

namespace roofrack {

namespace {

/// Shows and writes names of parts, and finds them by all that they are called.
class PartCompleter : public QCompleter {
public:
    static constexpr int called_role = Qt::UserRole; ///< all its names

    using QCompleter::QCompleter;
    QString pathFromIndex(const QModelIndex& index) const override {
        return index.data(Qt::DisplayRole).toString();
    }
};

/// A row for each part of a kind.
QStandardItemModel* parts_of(const Scenario& scenario, const Catalog& catalog, PartKind kind,
                             QObject* owner) {
    auto* out = new QStandardItemModel(owner);
    const auto add = [out](const std::string& name, const QStringList& called) {
        auto* row = new QStandardItem(to_qt(name));
        row->setData(called.join(u'\n'), PartCompleter::called_role);
        out->appendRow(row);
    };
    for (const PartRef& own : scenario.parts)
        if (own.inline_part && own.inline_part->kind == kind)
            add(own.inline_part->name, {to_qt(own.inline_part->name), as_written(own.id)});
    for (const Part& part : catalog.parts()) {
        if (part.kind != kind) continue;
        QStringList called{to_qt(part.name)};
        for (const std::string& alias : catalog.aliases(part)) called << to_qt(alias);
        add(part.name, called);
    }
    return out;
}

} // namespace

void complete_from(QLineEdit& field, const Scenario& scenario, const Catalog& catalog, PartKind kind) {
    delete field.completer(); // the kind was another
    auto* completer = new PartCompleter(&field);
    completer->setModel(parts_of(scenario, catalog, kind, completer));
    completer->setCompletionRole(PartCompleter::called_role);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    completer->popup()->setProperty("role", "list"); // a frame around it: it lies over white fields
    field.setCompleter(completer);
}

bool is_start_of_a_part(const QLineEdit& field) {
    const QCompleter* offers = field.completer();
    if (!offers) return false;
    const QString typed = field.text().trimmed();
    // Not by the completer's own matches: to ask for them while its list is open would open it again.
    const QAbstractItemModel& offered = *offers->model();
    bool is_start = false;
    for (int row = 0; row < offered.rowCount(); ++row) {
        const QString called = offered.index(row, 0).data(PartCompleter::called_role).toString();
        if (called.split(u'\n').contains(typed, Qt::CaseInsensitive)) return false;
        is_start |= called.contains(typed, Qt::CaseInsensitive);
    }
    return is_start;
}

} // namespace roofrack
