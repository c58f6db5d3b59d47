// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/imports/prices_flow.h"

#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/session.h"
#include "app/gui/pages/currency_dialog.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/remarks_dialog.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/atomic_file.h"
#include "core/facility/economics/price_lines.h"
#include "core/measured/interchange/prices_csv.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/fields/text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

namespace roofrack {

namespace {

QString prices_text(size_t count) {
    return count == 1 ? PricesFlow::tr("One price") : PricesFlow::tr("%1 prices").arg(count);
}

QString tables() { return PricesFlow::tr("Tables (*.csv *.tsv *.txt);;All files (*)"); }

} // namespace

void PricesFlow::ask_import() {
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Import a list of prices"),
                                                      m_session.last_folder(), tables());
    if (path.isEmpty()) return;
    m_session.set_last_folder(QFileInfo(path).absolutePath());
    import_prices(path.toStdString());
}

void PricesFlow::ask_export() {
    const QString folder = m_session.last_folder();
    QString path = QFileDialog::getSaveFileName(
        m_window, tr("Export the list of prices"),
        QDir(folder).filePath(tr("Prices %1").arg(to_qt(m_document.scenario().name).replace(u'/', u'-')) +
                              QStringLiteral(".csv")),
        tables());
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".csv");
    m_session.set_last_folder(QFileInfo(path).absolutePath());
    export_prices(path.toStdString());
}

std::optional<std::map<std::string, double>> PricesFlow::ask_rates(const std::set<std::string>& currencies,
                                                                   const QString& file) {
    CurrencyDialog dialog(currencies, file, m_window);
    if (dialog.exec() != QDialog::Accepted) return std::nullopt;
    return dialog.rates();
}

bool PricesFlow::import_prices(const std::filesystem::path& path) {
    m_messages.dismiss();
    const Said said = take_list(path);
    if (!said.text.isEmpty()) m_messages.show_message(said.severity, said.text);
    return said.is_done;
}

PricesFlow::Said PricesFlow::take_list(const std::filesystem::path& path) {
    if (!m_files.has_project() || m_document.is_read_only())
        return {Severity::warning, m_files.has_project()
                                       ? tr("The project is open for reading only.")
                                       : tr("Open the project that takes the prices first, then the list.")};
    const QString name = to_qt(path.filename().string());
    const auto table = read_csv(path);
    const auto read = [&](const std::map<std::string, double>& rates) {
        return table ? import_prices_csv(*table, path.filename().string(), m_document.scenario(), rates,
                                         m_document.catalog(), PriceList::built_in())
                     : Result<PricesImport>(tl::unexpected(table.error()));
    };
    auto list = read({});
    if (list && !list->without_rate.empty()) {
        const auto rates = ask_rates(list->without_rate, name);
        if (!rates) return {};
        list = read(*rates);
    }
    if (!list)
        return {Severity::critical,
                MessageBar::diagnostic_text(tr("The prices could not be read"), list.error())};
    if (!list->faults.empty()) {
        const size_t faults = list->faults.size();
        const QString rest = list->taken == 0   ? QString()
                             : list->taken == 1 ? tr("Take the other price")
                                                : tr("Take the other %1 prices").arg(list->taken);
        const QString said = faults == 1 ? tr("One row of %1 cannot be taken.").arg(name)
                                         : tr("%1 rows of %2 cannot be taken.").arg(faults).arg(name);
        if (!goes_on_without(tr("List of prices"), said, list->faults, rest, m_window)) return {};
    }
    if (list->taken == 0)
        return {Severity::info,
                list->unchanged == 0 ? tr("%1 has no price in it.").arg(name)
                                     : tr("%1 says what holds already: nothing is changed.").arg(name),
                true};
    Site site = m_document.scenario().site;
    site.prices = std::move(list->prices);
    m_document.end_gesture();
    m_document.perform<SetSite>(site, tr("prices from %1").arg(name));
    QString done = tr("%1 of %2 in “%3” now. Undo takes the list out again.")
                       .arg(prices_text(list->taken), name, to_qt(m_document.scenario().name));
    if (list->unchanged > 0) done += u' ' + tr("%1 said what held before.").arg(prices_text(list->unchanged));
    return {Severity::info, done, true};
}

bool PricesFlow::export_prices(const std::filesystem::path& path) {
    const std::vector<PriceLine> lines = price_lines(&m_document.scenario(), m_document.catalog());
    if (const auto written = write_file_atomically(path, price_lines_csv(lines)); !written) {
        m_messages.show_diagnostic(Severity::critical, tr("The table could not be written"), written.error());
        return false;
    }
    m_messages.show_message(
        Severity::info,
        tr("%1 is written: change prices in it and import it again.").arg(to_qt(path.filename().string())));
    return true;
}

void PricesFlow::take(std::vector<std::filesystem::path>& paths) {
    const auto lists = std::stable_partition(
        paths.begin(), paths.end(), [](const std::filesystem::path& path) { return !holds_prices(path); });
    const std::vector<std::filesystem::path> taken(lists, paths.end());
    paths.erase(lists, paths.end());
    if (taken.empty()) return;
    m_messages.dismiss();
    // What is said of one list does not stand in the way of what is said of the next.
    Severity severity = Severity::info;
    QStringList texts;
    for (const std::filesystem::path& each : taken) {
        const Said said = take_list(each);
        if (!said.text.isEmpty() && !texts.contains(said.text)) texts << said.text;
        severity = std::min(severity, said.severity); // the worst one
    }
    if (!texts.isEmpty()) m_messages.show_message(severity, texts.join(u'\n'));
}

} // namespace roofrack
