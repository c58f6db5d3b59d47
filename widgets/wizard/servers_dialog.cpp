// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wizard/servers_dialog.h"

#include "core/answers/compare/equal_size.h"
#include "core/base/catalog/announced.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace roofrack {

namespace {

constexpr int id_role = Qt::UserRole, searched_role = Qt::UserRole + 1;

/// "8 × H100 SXM5 · air · 10.2 kW", "72 × Rubin · liquid · 230 kW · announced".
QString about_server(const Part& server, const Catalog& catalog) {
    const Part* const gpu = catalog.part(PartKind::accelerator, server.text_or("accelerator", ""));
    QStringList out{QStringLiteral("%1 × %2").arg(
        to_qt(format_count(server.value_or("gpus", 0))),
        to_qt(gpu ? gpu->name.substr(0, gpu->name.find(" (one")) : std::string("GPU")))};
    if (const std::string_view cooling = server.text_or("cooling", ""); !cooling.empty())
        out << in_words(cooling);
    if (const auto power = server.value("max_power"))
        out << to_qt(format_quantity(*power, Dimension::power, 3));
    if (is_announced(server, catalog)) out << ServersDialog::tr("announced");
    return out.join(QStringLiteral(" · "));
}

/// Whether all words of one of the texts, which commas divide, stand in what is searched.
bool is_found(const QString& searched, const QString& typed) {
    const QStringList texts = typed.split(u',', Qt::SkipEmptyParts);
    bool has_words = false;
    for (const QString& text : texts) {
        const QStringList words = text.simplified().split(u' ', Qt::SkipEmptyParts);
        if (words.isEmpty()) continue;
        has_words = true;
        if (std::ranges::all_of(
                words, [&](const QString& word) { return searched.contains(word, Qt::CaseInsensitive); }))
            return true;
    }
    return !has_words;
}

} // namespace

ServersDialog::ServersDialog(const Catalog& catalog, Making making, Work work, QWidget* parent,
                             const Open& open)
    : QDialog(parent)
    , m_catalog(catalog)
    , m_making(std::move(making))
    , m_find(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_chosen_names(new QLabel(this))
    , m_said(new QLabel(this))
    , m_create(new QPushButton(work == Work::given ? tr("&Add") : tr("&Compare"), this))
    , m_worker([this](const Job& job, const std::stop_token& stop) {
        auto made = m_making(job.asked, stop);
        if (stop.stop_requested()) return;
        QMetaObject::invokeMethod(
            this, [this, number = job.number, made = std::move(made)] { take(number, made); },
            Qt::QueuedConnection);
    }) {
    setWindowTitle(work == Work::given ? tr("Add from servers") : tr("Compare servers"));
    m_find->setPlaceholderText(tr("Find: h100, gb200, mi355x"));
    m_find->setClearButtonEnabled(true);
    m_find->setAccessibleName(tr("Find servers"));
    m_find->setToolTip(tr("Words of their names; commas divide several servers"));
    connect(m_find, &QLineEdit::textChanged, this, &ServersDialog::filter);
    make_list();
    m_chosen_names->setWordWrap(true);
    m_chosen_names->setProperty("role", "secondary");
    m_said->setWordWrap(true);
    m_said->setAccessibleName(tr("What is being done, or is wrong"));
    m_said->hide();
    m_create->setDefault(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect(m_create, &QPushButton::clicked, this, &ServersDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &ServersDialog::reject);
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(m_find);
    left->addWidget(m_list, 1);
    left->addWidget(m_chosen_names);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    columns->addLayout(left, 1);
    columns->addWidget(make_fields(work, open), 0, Qt::AlignTop);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addStretch(1);
    bar->addWidget(cancel);
    bar->addWidget(m_create);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(16, 16, 16, 16);
    rows->setSpacing(12);
    rows->addLayout(columns, 1);
    rows->addWidget(m_said);
    rows->addLayout(bar);
    QWidget* before = m_list;
    for (QWidget* each : fields()) setTabOrder(std::exchange(before, each), each);
    setTabOrder(before, m_create);
    setTabOrder(m_create, cancel);
    resize_for_text(*this, {820, 560});
    take_choice();
    m_find->installEventFilter(this);
    m_find->setFocus();
}

ServersDialog::~ServersDialog() = default;

void ServersDialog::make_list() {
    m_list->setAccessibleName(tr("Servers"));
    m_list->setSelectionMode(QAbstractItemView::MultiSelection); // a click adds one, or takes it away
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    for (const Part* const part : servers_to_compare(m_catalog)) {
        const QString name = to_qt(part->name), about = about_server(*part, m_catalog);
        auto* item = new QListWidgetItem(name + QStringLiteral(" · ") + about, m_list);
        item->setData(id_role, to_qt(part->id));
        item->setData(searched_role, QString(to_qt(part->id) + u' ' + item->text()));
        item->setToolTip(part->note.empty() ? about : about + u'\n' + to_qt(part->note));
    }
    connect(m_list, &QListWidget::itemSelectionChanged, this, &ServersDialog::take_choice);
}

QLineEdit* ServersDialog::add_line(QGridLayout& grid, const QString& name, const char* field,
                                   const QString& placeholder, const QString& tip) {
    constexpr int field_px = 200;
    auto* label = new QLabel(name, this);
    auto* line = new QLineEdit(this);
    QString plain = name;
    label->setBuddy(line);
    line->setObjectName(QLatin1String(field));
    line->setAccessibleName(plain.remove(u'&'));
    line->setPlaceholderText(placeholder);
    line->setToolTip(tip);
    line->setFixedWidth(at_text_scale(field_px));
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(line, row, 1);
    return line;
}

std::vector<QWidget*> ServersDialog::fields() const {
    std::vector<QWidget*> out;
    for (QWidget* each :
         {static_cast<QWidget*>(m_power), static_cast<QWidget*>(m_owned), static_cast<QWidget*>(m_equal),
          static_cast<QWidget*>(m_model), static_cast<QWidget*>(m_tokens), static_cast<QWidget*>(m_batch)})
        if (each) out.push_back(each);
    return out;
}

/// Says in the field what it means that none is typed, which follows what becomes of servers that are there
/// already: beside kept ones nothing is left of what the scenario shown draws.
void ServersDialog::say_usual_power(std::optional<double> power_limit) {
    const auto say = [this, power_limit] {
        m_power->setPlaceholderText(
            power_limit ? tr("the site's %1").arg(to_qt(amount_text(EqualBy::power, *power_limit)))
            : asked().owned == OwnedServers::kept ? tr("needed, as 20 MW")
                                                  : tr("as the scenario shown"));
    };
    say();
    if (m_owned) connect(m_owned, &QComboBox::currentIndexChanged, m_power, say);
}

/// Says below the power that the site does not deliver so much, while what is typed does.
void ServersDialog::warn_above(QGridLayout& grid, double power_limit) {
    auto* said = new QLabel(tr("Above the site's power limit, %1: as many servers are drawn as that power "
                               "feeds, and the site holds their clocks down")
                                .arg(to_qt(amount_text(EqualBy::power, power_limit))),
                            this);
    said->setObjectName(QStringLiteral("above"));
    said->setWordWrap(true);
    said->hide();
    grid.addWidget(said, grid.rowCount(), 0, 1, 2);
    connect(m_power, &QLineEdit::textChanged, said, [said, power_limit](const QString& text) {
        const auto power = parse_amount(EqualBy::power, text.trimmed().toStdString());
        said->setVisible(power && *power > power_limit);
    });
}

void ServersDialog::ask_of_owned(QGridLayout& grid, const QString& owned) {
    const QString words = tr("There already, %1:").arg(owned);
    m_owned = new ChoiceEdit(this);
    m_owned->set_choices(
        {{to_qt(name_of(OwnedServers::left_out)), tr("Left out: neither kept nor sold"),
          tr("The new scenarios are without them, as if they had never been there")},
         {to_qt(name_of(OwnedServers::sold)), tr("Sold"),
          tr("Each new scenario draws them, and the switches that are there, as to be sold; say what one "
             "brings as its Sale price. Feeds and coolers that are there are not drawn.")},
         {to_qt(name_of(OwnedServers::kept)), tr("Kept: they train along"),
          tr("Each new scenario draws them as they are, and beside them as many new servers as the power "
             "that they leave feeds, in one network: more spines are bought where the ports of those that "
             "are there do not suffice")}});
    m_owned->setObjectName(QStringLiteral("owned"));
    m_owned->setAccessibleName(words);
    auto* name = new QLabel(words, this);
    name->setBuddy(m_owned);
    name->setWordWrap(true);
    const int row = grid.rowCount();
    grid.addWidget(name, row, 0, 1, 2);
    grid.addWidget(m_owned, row + 1, 0, 1, 2);
}

void ServersDialog::ask_of_basis(QGridLayout& grid) {
    m_equal = new QCheckBox(tr("Compare all at &equal power"), this);
    m_equal->setObjectName(QStringLiteral("equal"));
    m_equal->setToolTip(
        tr("Compare, Odds and Map then take each scenario with as many racks as draw that power, "
           "also those that are in the project already; without it they are compared as before. Where no "
           "power is typed it is what the scenario shown draws or, where its servers are kept, what the "
           "site delivers."));
    m_equal->setChecked(true);
    grid.addWidget(m_equal, grid.rowCount(), 0, 1, 2);
}

QWidget* ServersDialog::make_fields(Work work, const Open& open) {
    auto* fields = new QWidget(this);
    auto* grid = new QGridLayout(fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    m_power = add_line(*grid, tr("&Power each"), "power", tr("20 MW"),
                       tr("What each cluster may draw at the meter, with its unit: as many servers as "
                          "that feeds are drawn"));
    if (open.power_limit) warn_above(*grid, *open.power_limit);
    if (!open.owned.isEmpty()) ask_of_owned(*grid, open.owned);
    if (work == Work::given) {
        say_usual_power(open.power_limit);
        ask_of_basis(*grid);
        return fields;
    }
    m_model = new ChoiceEdit(this);
    std::vector<ChoiceEdit::Choice> models{{QString(), tr("As suits the size"), {}}};
    for (const ModelSpec& model : m_catalog.models())
        models.push_back({to_qt(model.id), to_qt(model.name), {}});
    m_model->set_choices(models);
    m_model->setObjectName(QStringLiteral("model"));
    m_model->setAccessibleName(tr("Model"));
    m_model->setToolTip(tr("What all of them train; type to find it"));
    m_model->setFixedWidth(m_power->maximumWidth());
    auto* name = new QLabel(tr("&Model"), this);
    name->setBuddy(m_model);
    const int row = grid->rowCount();
    grid->addWidget(name, row, 0);
    grid->addWidget(m_model, row, 1);
    m_tokens = add_line(*grid, tr("&Tokens"), "tokens", tr("none: no end of the run"),
                        tr("Of the whole run, as 15.6T: days, dollars and energy of the run follow"));
    m_batch = add_line(*grid, tr("&Batch"), "batch", tr("as suits the size"),
                       tr("Sequences, or samples, a step over all GPUs"));
    return fields;
}

void ServersDialog::filter() {
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem* item = m_list->item(i);
        item->setHidden(!is_found(item->data(searched_role).toString(), m_find->text()));
    }
}

/// Those that are selected, also where the filter hides them, in the order in which they were.
void ServersDialog::take_choice() {
    std::vector<std::string> selected;
    for (const QListWidgetItem* item : m_list->selectedItems())
        selected.push_back(item->data(id_role).toString().toStdString());
    const auto is_in = [](const std::vector<std::string>& all, const std::string& one) {
        return std::ranges::find(all, one) != all.end();
    };
    std::erase_if(m_chosen, [&](const std::string& each) { return !is_in(selected, each); });
    for (const std::string& each : selected)
        if (!is_in(m_chosen, each)) m_chosen.push_back(each);
    QStringList names;
    for (const std::string& each : m_chosen)
        if (const Part* part = m_catalog.part(PartKind::server, each)) names << to_qt(part->name);
    if (!names.isEmpty())
        m_chosen_names->setText(tr("Chosen: %1").arg(names.join(QStringLiteral(", "))));
    else if (m_equal)
        m_chosen_names->setText(tr("Click the servers that are to be added, each as a scenario."));
    else
        m_chosen_names->setText(tr("Click the servers that are to be compared; the first is the one that the "
                                   "others are held against."));
}

ServersAsked ServersDialog::asked() const {
    const auto text = [](const QLineEdit* line) {
        return line ? line->text().trimmed().toStdString() : std::string();
    };
    ServersAsked out;
    out.servers = m_chosen;
    out.power = text(m_power);
    out.model = m_model ? m_model->key().toStdString() : std::string();
    out.tokens = text(m_tokens);
    out.batch = text(m_batch);
    for (const OwnedServers each : owned_server_choices)
        if (m_owned && m_owned->key() == to_qt(name_of(each))) out.owned = each;
    return out;
}

bool ServersDialog::is_at_equal_power() const { return !m_equal || m_equal->isChecked(); }

void ServersDialog::accept() {
    if (m_is_made) return QDialog::accept();
    if (!m_create->isEnabled()) return; // it is being made
    show_fault(nullptr);
    set_busy(true);
    m_worker.post({asked(), ++m_number});
}

/// Return in the field that finds goes to what was found, and makes nothing yet.
bool ServersDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_find || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Return && key != Qt::Key_Enter) return QDialog::eventFilter(watched, event);
    m_list->setFocus();
    return true;
}

void ServersDialog::take(quint64 number, Result<Project> made) {
    if (number != m_number) return;
    set_busy(false);
    if (!made) return show_fault(&made.error());
    m_made = std::move(*made);
    m_is_made = true;
    accept();
}

void ServersDialog::set_busy(bool is_busy) {
    if (is_busy) m_had_keyboard = focusWidget();
    m_create->setEnabled(!is_busy);
    m_list->setEnabled(!is_busy);
    m_find->setEnabled(!is_busy);
    for (QWidget* each : fields()) each->setEnabled(!is_busy);
    set_style_property(m_said, "role", QStringLiteral("secondary"));
    m_said->setText(is_busy ? tr("The clusters are drawn and their plans are searched …") : QString());
    m_said->setVisible(is_busy);
    if (!is_busy && m_had_keyboard) m_had_keyboard->setFocus();
}

/// Says what is wrong and puts the keyboard into its field; null: nothing is.
void ServersDialog::show_fault(const Diagnostic* fault) {
    const QString where = fault ? to_qt(fault->where) : QString();
    for (QWidget* each : fields()) {
        const bool is_wrong = fault && each->objectName() == where;
        set_style_property(each, "invalid", is_wrong);
        if (is_wrong) each->setFocus();
    }
    if (fault && where == QStringLiteral("servers")) m_list->setFocus();
    if (!fault) return;
    QString text = to_qt(fault->what);
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    if (!fault->fix.empty()) text += QStringLiteral(": ") + to_qt(fault->fix);
    set_style_property(m_said, "role", QStringLiteral("error"));
    m_said->setText(text);
    m_said->show();
}

} // namespace roofrack
