// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/guide_pages.h"

#include "app/gui/pages/chart_area.h"
#include "widgets/charts/chart.h"

#include <QDir>
#include <QFile>
#include <QWidget>

namespace roofrack {

namespace {

struct GuidePlace {
    const char* what; ///< the class of a widget, or the name of a chart
    const char* page;
};

/// What stands further inside comes to its turn first, whatever the order here.
constexpr GuidePlace guide_places[] = {
    {"roofrack::WelcomePage", "start"},
    {"roofrack::VerdictBar", "start"},
    {"roofrack::Canvas", "drawing"},
    {"roofrack::FindBar", "drawing"},
    {"roofrack::Outline", "drawing"},
    {"roofrack::HistoryView", "drawing"},
    {"roofrack::SeveralPanel", "drawing"},
    {"roofrack::LinkChooser", "links"},
    {"roofrack::LinkPanel", "links"},
    {"roofrack::CountPrompt", "groups-and-racks"},
    {"roofrack::RackElevation", "groups-and-racks"},
    {"roofrack::PartsShelf", "parts"},
    {"roofrack::OwnPartPanel", "parts"},
    {"roofrack::ElementPanel", "parts"},
    {"roofrack::TemplateWizard", "templates"},
    {"roofrack::ServersDialog", "compare"},
    {"roofrack::Inspector", "workload-and-plan"},
    {"roofrack::SitePanel", "power-and-heat"},
    {"roofrack::FindingsView", "findings"},
    {"roofrack::FindingsLine", "findings"},
    {"roofrack::DrawingTile", "drawing"},
    {"roofrack::MitigationsView", "step-breakdown"},
    {"roofrack::SearchView", "plan-search"},
    {"roofrack::DeckView", "slides"},
    {"roofrack::SlideShow", "slides"},
    {"roofrack::RankTable", "traces"},
    {"roofrack::RunBar", "traces"},
    {"roofrack::BillView", "bill-of-materials"},
    {"roofrack::ExportDrawingDialog", "import-and-export"},
    {"roofrack::AstraSimDialog", "import-and-export"},
    {"roofrack::CompareDialog", "files"},
    {"roofrack::CommandSearch", "keyboard"},
    {"step-breakdown", "step-breakdown"},
    {"what-binds", "step-breakdown"},
    {"scaling", "scaling"},
    {"bottlenecks", "scaling"},
    {"network-balance", "scaling"},
    {"gradient-exchange", "scaling"},
    {"money", "money"},
    {"deployment", "money"},
    {"running-by", "money"},
    {"compare", "compare"},
    {"way", "compare"},
    {"odds", "how-sure"},
    {"tornado", "how-sure"},
    {"map", "how-sure"},
    {"tried", "how-sure"},
    {"designs", "designs"},
    {"scenarios", "money"},
    {"limits", "money"},
    {"goodput", "scaling"},
    {"batch", "scaling"},
    {"memory-wall", "limits"},
    {"reduction-order", "limits"},
    {"measured-curve", "scaling"},
    {"levels", "power-and-heat"},
    {"energy-flow", "power-and-heat"},
    {"supply-failures", "power-and-heat"},
    {"step-power", "power-and-heat"},
    {"power-caps", "power-and-heat"},
    {"temperatures", "power-and-heat"},
    {"year", "power-and-heat"},
    {"room", "power-and-heat"},
    {"roofline", "memory-and-roofline"},
    {"memory", "memory-and-roofline"},
    {"bus-bandwidth", "collectives"},
    {"plan-search", "plan-search"},
    {"run-ranks", "traces"},
    {"run-path", "traces"},
    {"run-causes", "traces"},
    {"run-idle", "traces"},
    {"run-collectives", "traces"},
    {"run-kernels", "traces"},
    {"run-parts", "traces"},
    {"run-steps", "traces"},
    {"run-against", "traces"},
};

QString page_of_chart(const Chart& chart) {
    for (const GuidePlace& place : guide_places)
        if (chart.id() == QLatin1String(place.what)) return QLatin1String(place.page);
    return QLatin1String(guide_start); // not what the tabs around it say, which may show another chart
}

/// Nothing where it has no page of its own.
QString own_page(QWidget& widget) {
    if (const QString named = widget.property(guide_page_property).toString(); !named.isEmpty()) return named;
    if (const auto* chart = qobject_cast<Chart*>(&widget)) return page_of_chart(*chart);
    if (auto* charts = qobject_cast<ChartArea*>(&widget)) // one of its tabs has the keys
        if (const Chart* chart = charts->current()) return page_of_chart(*chart);
    for (const GuidePlace& place : guide_places)
        if (widget.inherits(place.what)) return QLatin1String(place.page);
    return {};
}

} // namespace

QStringList guide_pages() {
    QStringList names;
    for (const QString& file :
         QDir(QStringLiteral(":/guide")).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name))
        names << file.chopped(3);
    names << QLatin1String(claims_page) << QLatin1String(glossary_page);
    return names;
}

QString guide_file(const QString& page) {
    const bool stands_above = page == QLatin1String(glossary_page) || page == QLatin1String(claims_page);
    return (stands_above ? QStringLiteral(":/%1.md") : QStringLiteral(":/guide/%1.md")).arg(page);
}

const QStringList& glossary_terms() {
    static const QStringList terms = [] {
        QStringList found;
        QFile file(guide_file(QLatin1String(glossary_page)));
        if (!file.open(QIODevice::ReadOnly)) return found;
        for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
            if (!line.startsWith(QStringLiteral("| "))) continue; // a row: "| leaf, spine | First and … |"
            const QString cell = line.section(u'|', 1, 1).trimmed();
            if (cell != QStringLiteral("term")) found << cell.split(QStringLiteral(", "));
        }
        return found;
    }();
    return terms;
}

QString glossary_term_of(const QWidget* focus) {
    if (!focus) return {};
    const QString label = focus->accessibleName().section(u',', 0, 0);
    for (const QString& term : glossary_terms())
        if (term.compare(label, Qt::CaseInsensitive) == 0) return term;
    return {};
}

QString guide_page_of(QWidget* focus) {
    for (QWidget* widget = focus; widget; widget = widget->parentWidget())
        if (const QString page = own_page(*widget); !page.isEmpty()) return page;
    return QLatin1String(guide_start);
}

} // namespace roofrack
