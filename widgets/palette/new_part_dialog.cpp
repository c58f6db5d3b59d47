// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/new_part_dialog.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/missing.h"
#include "core/base/catalog/unlikely_figures.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/project/own_parts.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/part_text.h"
#include "widgets/palette/part_completer.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace roofrack {

namespace {

QString kind_label(PartKind kind) {
    switch (kind) {
    case PartKind::accelerator: return NewPartDialog::tr("Accelerator");
    case PartKind::server: return NewPartDialog::tr("Server");
    case PartKind::switch_: return NewPartDialog::tr("Switch");
    case PartKind::nic: return NewPartDialog::tr("NIC");
    case PartKind::cable: return NewPartDialog::tr("Cable or optic");
    case PartKind::storage: return NewPartDialog::tr("Storage");
    case PartKind::rack: return NewPartDialog::tr("Rack");
    case PartKind::cooling: return NewPartDialog::tr("Cooling");
    case PartKind::feed: break;
    }
    return NewPartDialog::tr("Feed");
}

/// The figure in the middle of those that the catalogue's parts of a kind have; nothing where none has one.
std::optional<double> usual_value(const Catalog& catalog, PartKind kind, const std::string& key) {
    std::vector<double> values;
    for (const Part& part : catalog.parts())
        if (const auto value = part.kind == kind ? part.value(key) : std::nullopt) values.push_back(*value);
    if (values.empty()) return std::nullopt;
    const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// "e.g. 989 TFLOP/s; empty: not known": how the figure is written, where its unit is not plain.
QString unknown_text(const Catalog& catalog, PartKind kind, const ValueSpec& spec) {
    switch (spec.dimension) {
    case Dimension::flop_rate:
    case Dimension::bytes:
    case Dimension::byte_rate:
    case Dimension::power:
    case Dimension::money:
        if (const auto usual = usual_value(catalog, kind, std::string(spec.key)))
            return NewPartDialog::tr("e.g. %1; empty: not known")
                .arg(to_qt(format_quantity(*usual, spec.dimension)));
        [[fallthrough]];
    default: return NewPartDialog::tr("not known");
    }
}

const Part* found_part(const Scenario& scenario, const Catalog& catalog, PartKind kind, const QString& text) {
    const std::string name = text.trimmed().toStdString();
    if (name.empty()) return nullptr;
    for (const PartRef& own : scenario.parts)
        if (own.inline_part && own.inline_part->kind == kind &&
            (own.id == name || own.inline_part->name == name))
            return &*own.inline_part;
    return catalog.part(kind, name);
}

QLabel* note_label(const char* role, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setProperty("role", role);
    label->setWordWrap(true);
    label->hide();
    return label;
}

void say(QLabel& label, const QString& text) {
    label.setText(text);
    label.setVisible(!text.isEmpty());
}

} // namespace

NewPartDialog::NewPartDialog(const Scenario& scenario, const Catalog& catalog, QWidget* parent)
    : QDialog(parent)
    , m_scenario(scenario)
    , m_catalog(catalog)
    , m_kind(new ChoiceEdit(this))
    , m_name(new QLineEdit(this))
    , m_base(new QLineEdit(this))
    , m_accelerator(new QLineEdit(this))
    , m_base_note(note_label("secondary", this))
    , m_accelerator_label(new QLabel(tr("Its accelerator"), this))
    , m_figures(nullptr)
    , m_with_server(new QCheckBox(tr("With a server of it, to be drawn"), this))
    , m_server(new ChoiceEdit(this))
    , m_gpus(new QuantityEdit(Dimension::number, this, QuantityEdit::Whole::yes))
    , m_server_box(new QWidget(this))
    , m_doubts(note_label("secondary", this))
    , m_problem(note_label("error", this))
    , m_create(new QPushButton(tr("Create"), this)) {
    setWindowTitle(tr("New part"));
    m_doubts->setProperty("state", "warning");
    setMinimumWidth(460);
    std::vector<ChoiceEdit::Choice> kinds;
    for (const PartKind each : part_kinds)
        kinds.push_back({as_written(std::string(name_of(each))), kind_label(each), {}});
    m_kind->set_choices(kinds);
    m_kind->set_key(QStringLiteral("accelerator"));
    m_kind->setAccessibleName(tr("Kind"));
    m_name->setAccessibleName(tr("Name of the part"));
    m_name->setPlaceholderText(tr("what you call it"));
    m_base->setAccessibleName(tr("Derived from"));
    m_base->setPlaceholderText(tr("nothing: all its figures are given here"));
    m_base->setClearButtonEnabled(true);
    m_accelerator->setAccessibleName(tr("Its accelerator"));
    m_accelerator->setPlaceholderText(tr("as in what it is derived from"));
    auto* head = new QFormLayout;
    head->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    head->addRow(tr("Kind"), m_kind);
    head->addRow(tr("Name"), m_name);
    head->addRow(tr("Derived from"), m_base);
    head->addRow(m_accelerator_label, m_accelerator);
    m_gpus->set_optional(tr("as many as it has"));
    m_gpus->set_range(1, 1e4);
    m_gpus->commit_as_typed();
    m_gpus->setAccessibleName(tr("GPUs in the server"));
    m_server->setAccessibleName(tr("Server like"));
    std::vector<ChoiceEdit::Choice> servers;
    for (const Part& part : catalog.parts())
        if (part.kind == PartKind::server && part.value_or("gpus", 0) > 0)
            servers.push_back({as_written(part.id), to_qt(part.name), {}, part_rich_tip(part)});
    m_server->set_choices(servers);
    m_server->set_key(QStringLiteral("hgx-h100"));
    m_with_server->setChecked(true);
    for (ChoiceEdit* choice : {m_kind, m_server})
        choice->setSizePolicy(QSizePolicy::Expanding, choice->sizePolicy().verticalPolicy());
    auto* server_form = new QFormLayout(m_server_box);
    server_form->setContentsMargins(0, 0, 0, 0);
    server_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    server_form->addRow(tr("Otherwise like"), m_server);
    server_form->addRow(tr("GPUs"), m_gpus);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_create, QDialogButtonBox::AcceptRole);
    m_create->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addLayout(head);
    column->addWidget(m_with_server);
    column->addWidget(m_server_box);
    column->addWidget(m_base_note); // what is said stands below all fields, lest they move under the hand
    column->addWidget(m_doubts);
    column->addWidget(m_problem);
    column->addStretch(1);
    column->addWidget(buttons);
    connect(m_kind, &ChoiceEdit::key_committed, this, [this] { make_figures(); });
    connect(m_name, &QLineEdit::textChanged, this, &NewPartDialog::check);
    connect(m_base, &QLineEdit::textChanged, this, [this] {
        show_base();
        check();
    });
    connect(m_base, &QLineEdit::editingFinished, this, &NewPartDialog::show_base);
    connect(m_accelerator, &QLineEdit::textChanged, this, &NewPartDialog::check);
    connect(m_gpus, &QuantityEdit::error_changed, this, &NewPartDialog::check);
    connect(m_server, &ChoiceEdit::key_committed, this, &NewPartDialog::show_server);
    connect(m_with_server, &QCheckBox::toggled, this, [this] {
        show_server();
        check();
    });
    connect(m_create, &QPushButton::clicked, this, &NewPartDialog::create);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    complete_from(*m_accelerator, scenario, catalog, PartKind::accelerator);
    make_figures();
    m_name->setFocus();
}

PartKind NewPartDialog::kind() const {
    return part_kind(m_kind->key().toStdString()).value_or(PartKind::accelerator);
}

const Part* NewPartDialog::base() const { return found_part(m_scenario, m_catalog, kind(), m_base->text()); }

/// The first figures of the kind, each with its unit.
void NewPartDialog::make_figures() {
    auto* column = static_cast<QVBoxLayout*>(layout());
    if (m_figures) {
        column->removeWidget(m_figures);
        m_figures->hide();
        m_figures->deleteLater();
    }
    m_rows.clear();
    m_figures = new QWidget(this);
    auto* form = new QFormLayout(m_figures);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    for (const std::string_view key : form_figures(kind())) {
        const ValueSpec& spec = *value_spec(kind(), key);
        auto* value = new QuantityEdit(spec.dimension, m_figures);
        const ValueLimits limits = value_limits(spec);
        value->set_range(limits.low, limits.high);
        value->commit_as_typed();
        value->setAccessibleName(to_qt(spec.label));
        connect(value, &QuantityEdit::value_committed, this, &NewPartDialog::check);
        connect(value, &QuantityEdit::error_changed, this, &NewPartDialog::check);
        connect(value, &QLineEdit::textEdited, this, &NewPartDialog::check);
        connect(value, &QLineEdit::editingFinished, this, &NewPartDialog::check);
        form->addRow(to_qt(spec.label), value);
        m_rows.push_back({std::string(key), value});
    }
    column->insertWidget(1, m_figures);
    complete_from(*m_base, m_scenario, m_catalog, kind());
    const bool is_server = kind() == PartKind::server;
    m_accelerator->setVisible(is_server);
    m_accelerator_label->setVisible(is_server);
    m_with_server->setVisible(kind() == PartKind::accelerator);
    QWidget* before = m_base;
    for (const Row& row : m_rows) {
        setTabOrder(before, row.value);
        before = row.value;
    }
    setTabOrder(before, m_with_server);
    show_base();
    show_server();
    check();
}

/// The start of a name that the list offers is being typed: what is wrong with it is not yet said.
bool NewPartDialog::is_half_typed() const { return m_base->hasFocus() && is_start_of_a_part(*m_base); }

/// What the base's figures are, where the form leaves them empty.
void NewPartDialog::show_base() {
    const std::string name = m_base->text().trimmed().toStdString();
    const Part* const from = base();
    QString note;
    if (from) {
        if (from->name != name) note = to_qt(from->name);
        if (const auto several = m_catalog.part(kind(), name) == from
                                     ? taken_as(m_catalog, *from, kind(), name)
                                     : std::nullopt)
            note = to_qt(several->what + "; " + several->fix);
    } else if (!name.empty()) {
        const Diagnostic why = no_part(m_catalog, kind(), name);
        const bool is_like_some = !m_catalog.called(kind(), name).empty();
        note = to_qt(why.what) + QStringLiteral(": ") +
               (is_like_some ? to_qt(why.fix) : tr("choose one of the list that opens while you type"));
    }
    say(*m_base_note, is_half_typed() ? QString() : note);
    for (const Row& row : m_rows) {
        const auto was = from ? from->value(row.key) : std::nullopt;
        const ValueSpec& spec = *value_spec(kind(), row.key);
        row.value->set_optional(was ? tr("as in it: %1").arg(to_qt(format_quantity(*was, spec.dimension)))
                                    : unknown_text(m_catalog, kind(), spec));
    }
    if (kind() == PartKind::accelerator && from)
        if (const Part* server = usual_server(m_catalog, *from)) {
            m_server->set_key(as_written(server->id));
            show_server();
        }
    grow();
}

void NewPartDialog::show_server() {
    m_server_box->setVisible(kind() == PartKind::accelerator && m_with_server->isChecked());
    const Part* const like = m_catalog.part(PartKind::server, m_server->key().toStdString());
    const auto gpus = like ? like->value("gpus") : std::nullopt;
    m_gpus->set_optional(gpus ? tr("as in it: %1").arg(to_qt(format_count(*gpus))) : tr("as many as it has"));
    grow();
}

/// What is said may take more lines: the fields keep their heights.
void NewPartDialog::grow() {
    if (!isVisible()) return; // it is as large as it needs when it is shown
    layout()->activate();
    const int needed = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width())
                                                     : layout()->totalSizeHint().height();
    if (height() < needed) resize(width(), needed);
}

NewPart NewPartDialog::asked() const {
    NewPart out;
    out.kind = kind();
    out.name = m_name->text().trimmed().toStdString();
    out.base = m_base->text().trimmed().toStdString();
    if (out.kind == PartKind::server) out.accelerator = m_accelerator->text().trimmed().toStdString();
    for (const Row& row : m_rows)
        if (const auto value = row.value->value(); value && row.value->error().isEmpty())
            out.figures[row.key] = *value;
    if (out.kind == PartKind::accelerator && m_with_server->isChecked()) {
        out.server_like = m_server->key().toStdString();
        if (m_gpus->error().isEmpty()) out.server_gpus = m_gpus->value();
    }
    return out;
}

/// What cannot be right is said while it is typed; it can be created all the same.
void NewPartDialog::check() {
    QStringList faults;
    bool is_faulty = false; // what is not yet said counts, too
    for (const Row& row : m_rows)
        if (is_faulty |= !row.value->error().isEmpty();
            !row.value->error().isEmpty() && !row.value->is_half_typed())
            faults << row.value->accessibleName() + QStringLiteral(": ") + row.value->error();
    if (const bool asks_gpus = kind() == PartKind::accelerator && m_with_server->isChecked();
        asks_gpus && !m_gpus->error().isEmpty())
        faults << m_gpus->accessibleName() + QStringLiteral(": ") + m_gpus->error();
    say(*m_problem, faults.join(u'\n'));
    m_create->setEnabled(!m_name->text().trimmed().isEmpty() && faults.isEmpty() && !is_faulty);
    QStringList doubts;
    const NewPart part = asked();
    Part trial;
    trial.kind = part.kind;
    if (const Part* from = base()) trial = *from;
    for (const auto& [key, value] : part.figures) trial.figures[key].value = value;
    const Part* const gpu =
        part.accelerator.empty()
            ? named_accelerator(trial, m_catalog)
            : found_part(m_scenario, m_catalog, PartKind::accelerator, m_accelerator->text());
    for (const UnlikelyFigure& each : unlikely_figures(trial, gpu, m_catalog))
        if (part.figures.contains(each.key) && !is_being_typed(each.key))
            doubts << to_qt(each.usual.empty() ? each.what : each.what + "; " + each.usual);
    say(*m_doubts, doubts.join(u'\n'));
    grow();
}

bool NewPartDialog::is_being_typed(std::string_view key) const {
    const auto row = std::ranges::find(m_rows, key, &Row::key);
    return row != m_rows.end() && row->value->is_half_typed();
}

void NewPartDialog::create() {
    auto made = make_part(m_scenario, m_catalog, asked());
    if (!made) {
        say(*m_problem, to_qt(made.error().what + ": " + made.error().fix));
        if (made.error().where == "name") m_name->setFocus();
        if (made.error().where == "base") m_base->setFocus();
        if (made.error().where == "accelerator") m_accelerator->setFocus();
        return;
    }
    m_made = std::move(*made);
    accept();
}

} // namespace roofrack
