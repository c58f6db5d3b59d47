// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/actions.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>

namespace roofrack {

namespace {

constexpr ActionSpec separator(const char* menu) { return {"", menu, "", "", "", false}; }

constexpr const char* file = QT_TRANSLATE_NOOP("roofrack::Actions", "&File");
constexpr const char* imports_menu = "file.import.menu";
constexpr const char* exports_menu = "file.export.menu";
constexpr const char* edit = QT_TRANSLATE_NOOP("roofrack::Actions", "&Edit");
constexpr const char* view = QT_TRANSLATE_NOOP("roofrack::Actions", "&View");
constexpr const char* theme_menu = "view.theme.menu";
constexpr const char* zoom_menu = "view.zoom.menu";
constexpr const char* charts_menu = "view.charts.menu";
constexpr const char* scenario = QT_TRANSLATE_NOOP("roofrack::Actions", "&Scenario");
constexpr const char* arrange = QT_TRANSLATE_NOOP("roofrack::Actions", "&Arrange");
constexpr const char* align_menu = "arrange.align.menu";
constexpr const char* study = QT_TRANSLATE_NOOP("roofrack::Actions", "St&udy");
constexpr const char* trace = QT_TRANSLATE_NOOP("roofrack::Actions", "&Trace");
constexpr const char* help = QT_TRANSLATE_NOOP("roofrack::Actions", "&Help");

} // namespace

std::span<const ActionSpec> Actions::specs() {
    static const ActionSpec rows[] = {
        {"file.new", file, QT_TR_NOOP("&New"), "Ctrl+N", QT_TR_NOOP("Start an empty project")},
        {"file.new-template", file, QT_TR_NOOP("New from &template…"), "Ctrl+Shift+N",
         QT_TR_NOOP("Draw a cluster from a few settings, with its figures beforehand")},
        {"file.compare-servers", file, QT_TR_NOOP("Compare ser&vers…"), "",
         QT_TR_NOOP("Draw a cluster of each of several servers, as many as the same power feeds, and compare "
                    "them for the same work")},
        {"file.open", file, QT_TR_NOOP("&Open…"), "Ctrl+O", QT_TR_NOOP("Open a project")},
        {"file.recent.menu", file, QT_TR_NOOP("Open &recent"), "",
         QT_TR_NOOP("Open a project or a run again")},
        {"file.samples.menu", file, QT_TR_NOOP("Open sam&ple"), "", QT_TR_NOOP("Open one of the examples")},
        {"file.published-runs", file, QT_TR_NOOP("P&ublished runs…"), "",
         QT_TR_NOOP("Real runs beside their predictions, each of which opens as a project")},
        separator(file),
        {"file.save", file, QT_TR_NOOP("&Save"), "Ctrl+S", QT_TR_NOOP("Write the project to its file")},
        {"file.save-as", file, QT_TR_NOOP("Save &as…"), "Ctrl+Shift+S",
         QT_TR_NOOP("Write the project to another file")},
        separator(file),
        {"file.import.menu", file, QT_TR_NOOP("I&mport"), "", QT_TR_NOOP("What other programs wrote")},
        {"file.import", imports_menu, QT_TR_NOOP("Import…"), "",
         QT_TR_NOOP(
             "Another program's files, told by what they hold: a drawing of draw.io, a workbook, a list of "
             "cables, NetBox, the inside of a server, a recipe, a model; what changes is listed first")},
        separator(imports_menu),
        {"file.import-model", imports_menu, QT_TR_NOOP("Import &model from config.json…"), "",
         QT_TR_NOOP("Take the model from a Hugging Face config.json")},
        {"file.import-recipe", imports_menu, QT_TR_NOOP("Import training recipe…"), "",
         QT_TR_NOOP("A project from what starts a run: a script or log of Megatron-LM, YAML of NeMo, TOML of "
                    "torchtitan, JSON of DeepSpeed, or MLPerf's config.sh")},
        {"file.import-prices", imports_menu, QT_TR_NOOP("Import price list…"), "",
         QT_TR_NOOP("Quotes for parts and classes of parts, as a table (CSV): one undo step")},
        {"file.import-workbook", imports_menu, QT_TR_NOOP("Import changed workbook…"), "",
         QT_TR_NOOP("Changed quantities, prices, powers, cables and assumptions: a list, and one undo step")},
        {"file.import-calculon", imports_menu, QT_TR_NOOP("Import &from Calculon…"), "",
         QT_TR_NOOP("Open Calculon's files as a new project")},
        {"file.export.menu", file, QT_TR_NOOP("&Export"), "",
         QT_TR_NOOP("Charts, drawing, slides and report as files, and files for other programs")},
        {"file.export-chart", exports_menu, QT_TR_NOOP("&Export chart…"), "Ctrl+E",
         QT_TR_NOOP("Write the chart shown as PNG, SVG, PDF or CSV")},
        {"file.export-all", exports_menu, QT_TR_NOOP("Export all &charts…"), "Ctrl+Shift+E",
         QT_TR_NOOP("Write every chart into a folder")},
        {"file.export-drawing", exports_menu, QT_TR_NOOP("Export drawin&g…"), "",
         QT_TR_NOOP("Write the drawing as PNG, SVG or PDF")},
        separator(exports_menu),
        {"file.export-slides", exports_menu, QT_TR_NOOP("Export slides…"), "",
         QT_TR_NOOP("Write the slides as PDF, PowerPoint or pictures")},
        {"file.export-report", exports_menu, QT_TR_NOOP("Export report…"), "",
         QT_TR_NOOP("Write verdict, drawing, charts, bill, money, assumptions and sources as PDF, a web page "
                    "or Markdown")},
        {"file.choose-style", exports_menu, QT_TR_NOOP("Style of slides and reports…"), "",
         QT_TR_NOOP("Take colours, type, logo and the line at the foot from a style file into the project")},
        {"file.remove-style", exports_menu, QT_TR_NOOP("Remove the style"), "",
         QT_TR_NOOP("Slides and reports look as the program has them")},
        separator(exports_menu),
        {"file.export-prices", exports_menu, QT_TR_NOOP("Export price list…"), "",
         QT_TR_NOOP(
             "Every price with its band, date and source as a table (CSV) that can be imported again")},
        {"file.export-workbook", exports_menu, QT_TR_NOOP("Export workbook…"), "",
         QT_TR_NOOP("Assumptions, bill, cables, racks, power and cash flow with live formulas (.xlsx)")},
        {"file.export-calculon", exports_menu, QT_TR_NOOP("E&xport to Calculon…"), "",
         QT_TR_NOOP("Write the scenario as Calculon's application, execution and system")},
        {"file.export-astra-sim", exports_menu, QT_TR_NOOP("Export to ASTRA-sim…"), "",
         QT_TR_NOOP("Write network, system and traces of one step for a simulation")},
        separator(file),
        {"file.copy-drawing", file, QT_TR_NOOP("Cop&y drawing"), "Ctrl+Alt+C",
         QT_TR_NOOP("Copy the whole drawing as a picture, PNG and SVG")},
        {"file.print-drawing", file, QT_TR_NOOP("Pr&int drawing…"), "Ctrl+P",
         QT_TR_NOOP("See the drawing on paper and print it")},
        {"file.copy-chart", file, QT_TR_NOOP("Copy c&hart"), "Ctrl+Shift+C",
         QT_TR_NOOP("Copy the chart shown as a picture and a table")},
        {"file.copy-command", file, QT_TR_NOOP("Copy chart as comman&d"), "",
         QT_TR_NOOP("Copy the call of roofrack-cli that prints what the chart shows")},
        separator(file),
        {"file.welcome", file, QT_TR_NOOP("&Welcome page"), "",
         QT_TR_NOOP("Samples, templates, recent projects and runs")},
        {"file.close", file, QT_TR_NOOP("C&lose project"), "Ctrl+W", QT_TR_NOOP("Back to the welcome page")},
        {"file.quit", file, QT_TR_NOOP("&Quit"), "Ctrl+Q", QT_TR_NOOP("Leave the program")},

        {"edit.undo", edit, QT_TR_NOOP("&Undo"), "Ctrl+Z", QT_TR_NOOP("Take the last step back")},
        {"edit.redo", edit, QT_TR_NOOP("&Redo"), "Ctrl+Shift+Z", QT_TR_NOOP("Do the step again")},
        {"edit.history", edit, QT_TR_NOOP("&History…"), "Ctrl+H",
         QT_TR_NOOP("Every step taken: choose one to go back or forth to it")},
        separator(edit),
        {"edit.cut", edit, QT_TR_NOOP("Cu&t"), "Ctrl+X", QT_TR_NOOP("Copy what is selected and remove it")},
        {"edit.copy", edit, QT_TR_NOOP("&Copy"), "Ctrl+C", QT_TR_NOOP("Copy what is selected")},
        {"edit.paste", edit, QT_TR_NOOP("&Paste"), "Ctrl+V", QT_TR_NOOP("Place what was copied")},
        {"edit.duplicate", edit, QT_TR_NOOP("&Duplicate"), "Ctrl+D",
         QT_TR_NOOP("Place a copy beside what is selected")},
        {"edit.rename", edit, QT_TR_NOOP("Re&name"), "", QT_TR_NOOP("Write the name where it stands (F2)")},
        {"edit.new-part", edit, QT_TR_NOOP("Ne&w part of your own…"), "",
         QT_TR_NOOP("Define an accelerator, server, NIC, switch, cable, feed, storage or cooling")},
        {"edit.part-figures", edit, QT_TR_NOOP("&Edit its part's figures"), "",
         QT_TR_NOOP("In a part of the project's own, made from the catalogue's")},
        {"edit.delete", edit, QT_TR_NOOP("De&lete"), "Del", QT_TR_NOOP("Remove what is selected")},
        {"edit.select-all", edit, QT_TR_NOOP("Select &all"), "Ctrl+A",
         QT_TR_NOOP("Select everything in the drawing")},
        {"edit.select-none", edit, QT_TR_NOOP("Select n&one"), "Ctrl+Shift+A", QT_TR_NOOP("Select nothing")},
        separator(edit),
        {"edit.find", edit, QT_TR_NOOP("&Find…"), "Ctrl+F",
         QT_TR_NOOP("Find in the drawing by name, kind or part")},

        {"view.theme.menu", view, QT_TR_NOOP("&Theme"), "", QT_TR_NOOP("Light or dark appearance")},
        {"view.theme-light", theme_menu, QT_TR_NOOP("Theme: &light"), "", QT_TR_NOOP("Light appearance"),
         true},
        {"view.theme-dark", theme_menu, QT_TR_NOOP("Theme: &dark"), "", QT_TR_NOOP("Dark appearance"), true},
        {"view.theme-system", theme_menu, QT_TR_NOOP("Theme: as the des&ktop"), "",
         QT_TR_NOOP("Light or dark as the desktop is"), true},
        {"view.text.menu", view, QT_TR_NOOP("Te&xt size"), "",
         QT_TR_NOOP("How large the text of the window and of the charts is")},
        separator(view),
        {"view.fit", view, QT_TR_NOOP("&Fit drawing"), "F", QT_TR_NOOP("Show all of the drawing")},
        {"view.fit-selection", view, QT_TR_NOOP("Fit &selection"), "Shift+F",
         QT_TR_NOOP("Show what is selected as large as it fits")},
        {"view.zoom.menu", view, QT_TR_NOOP("&Zoom"), "", QT_TR_NOOP("How large the drawing is shown")},
        {"view.zoom-actual", zoom_menu, QT_TR_NOOP("&Actual size"), "Ctrl+0",
         QT_TR_NOOP("Show the drawing at 1:1")},
        {"view.zoom-in", zoom_menu, QT_TR_NOOP("Zoom &in"), "Ctrl++", QT_TR_NOOP("Enlarge the drawing")},
        {"view.zoom-out", zoom_menu, QT_TR_NOOP("Zoom &out"), "Ctrl+-", QT_TR_NOOP("Shrink the drawing")},
        {"view.mini-map", view, QT_TR_NOOP("Overview &map"), "M",
         QT_TR_NOOP("Show the whole drawing in a corner when it is larger than the view"), true},
        separator(view),
        {"view.workspaces.menu", view, QT_TR_NOOP("&Workspaces"), "",
         QT_TR_NOOP("Go to one of the workspaces")},
        {"view.charts.menu", view, QT_TR_NOOP("&Charts"), "", QT_TR_NOOP("Show one of the charts")},
        {"view.next-chart", charts_menu, QT_TR_NOOP("Ne&xt chart"), "Ctrl+PgDown",
         QT_TR_NOOP("Show the chart to the right")},
        {"view.previous-chart", charts_menu, QT_TR_NOOP("&Previous chart"), "Ctrl+PgUp",
         QT_TR_NOOP("Show the chart to the left")},
        separator(charts_menu),
        {"view.overlay.menu", view, QT_TR_NOOP("O&verlay"), "",
         QT_TR_NOOP("What the drawing's colours show")},
        separator(view),
        {"view.docks.menu", view, QT_TR_NOOP("Pa&nels"), "", QT_TR_NOOP("Show or hide the panels")},
        {"view.elevation", view, QT_TR_NOOP("Rack &elevation"), "F7",
         QT_TR_NOOP("Show the front of the selected racks by rack units")},
        {"view.only-drawing", view, QT_TR_NOOP("Only the drawin&g"), "F4",
         QT_TR_NOOP("Give the drawing the room of the charts and findings"), true},
        {"view.drawing", view, QT_TR_NOOP("Drawing &beside the charts"), "Shift+F4",
         QT_TR_NOOP("Show or hide the drawing in this workspace"), true},
        {"view.reset-layout", view, QT_TR_NOOP("&Reset layout"), "",
         QT_TR_NOOP("Put the panels of this workspace back where they were")},
        separator(view),
        {"view.slides", view, QT_TR_NOOP("Present slides"), "F11",
         QT_TR_NOOP("Show the slides on the whole screen")},
        {"view.add-slide", view, QT_TR_NOOP("Add this view to the slides"), "",
         QT_TR_NOOP("Put the chart shown, of this scenario, behind the last slide")},
        {"view.full-screen", view, QT_TR_NOOP("F&ull screen"), "Shift+F11",
         QT_TR_NOOP("Use the whole screen"), true},
        {"view.search", view, QT_TR_NOOP("Searc&h commands…"), "Ctrl+K",
         QT_TR_NOOP("Find any command, field, figure or page by words of its name")},

        {"tool.select", arrange, QT_TR_NOOP("&Select and move"), "V",
         QT_TR_NOOP("Select, move and resize what is drawn"), true},
        {"tool.link", arrange, QT_TR_NOOP("Draw &links"), "L",
         QT_TR_NOOP("Drag from one thing to another to link them"), true},
        {"tool.part", arrange, QT_TR_NOOP("Place a &part"), "P",
         QT_TR_NOOP("Search the parts; Enter places the first match")},
        {"tool.link-two", arrange, QT_TR_NOOP("Lin&k what is selected"), "Shift+L",
         QT_TR_NOOP("Link the two selected things, or one that stands for several to itself")},
        {"tool.note", arrange, QT_TR_NOOP("Place &notes"), "N", QT_TR_NOOP("Click where a note should stand"),
         true},
        separator(arrange),
        {"arrange.automatic", arrange, QT_TR_NOOP("La&y out"), "Ctrl+L",
         QT_TR_NOOP("Lay out what is selected; with nothing selected, what has no place yet or stands on "
                    "something else")},
        {"arrange.anew", arrange, QT_TR_NOOP("Lay out everything ane&w"), "Ctrl+Shift+L",
         QT_TR_NOOP("Place everything by the tiers of the network, also what was placed by hand")},
        {"arrange.fit-contents", arrange, QT_TR_NOOP("&Fit to contents"), "",
         QT_TR_NOOP("Let the selected containers wrap what stands in them")},
        separator(arrange),
        {"arrange.split", arrange, QT_TR_NOOP("Spl&it one off"), "Ctrl+Alt+S",
         QT_TR_NOOP("Let one of the instances stand apart, to make it differ from the others")},
        {"arrange.split-some", arrange, QT_TR_NOOP("Split &off…"), "",
         QT_TR_NOOP("Let some of the instances stand apart")},
        {"arrange.expand", arrange, QT_TR_NOOP("E&xpand into single ones"), "",
         QT_TR_NOOP("Draw each of the instances by itself")},
        {"arrange.merge", arrange, QT_TR_NOOP("&Merge equal"), "Ctrl+Alt+M",
         QT_TR_NOOP("Make equal ones one group again; nothing selected: all in the drawing")},
        separator(arrange),
        {"arrange.align.menu", arrange, QT_TR_NOOP("&Align"), "",
         QT_TR_NOOP("By edges, by middles, or with equal gaps")},
        {"arrange.left", align_menu, QT_TR_NOOP("Align left"), "",
         QT_TR_NOOP("Align what is selected by its left edges")},
        {"arrange.centre", align_menu, QT_TR_NOOP("Align centres"), "",
         QT_TR_NOOP("Align what is selected by its centres")},
        {"arrange.right", align_menu, QT_TR_NOOP("Align right"), "",
         QT_TR_NOOP("Align what is selected by its right edges")},
        {"arrange.top", align_menu, QT_TR_NOOP("Align top"), "",
         QT_TR_NOOP("Align what is selected by its upper edges")},
        {"arrange.middle", align_menu, QT_TR_NOOP("Align middles"), "",
         QT_TR_NOOP("Align what is selected by its middles")},
        {"arrange.bottom", align_menu, QT_TR_NOOP("Align bottom"), "",
         QT_TR_NOOP("Align what is selected by its lower edges")},
        separator(align_menu),
        {"arrange.across", align_menu, QT_TR_NOOP("Distribute across"), "",
         QT_TR_NOOP("Equal gaps from left to right")},
        {"arrange.down", align_menu, QT_TR_NOOP("Distribute down"), "",
         QT_TR_NOOP("Equal gaps from top to bottom")},

        {"scenario.next", scenario, QT_TR_NOOP("&Next scenario"), "Ctrl+Tab",
         QT_TR_NOOP("Show the next scenario")},
        {"scenario.duplicate", scenario, QT_TR_NOOP("&Duplicate scenario"), "",
         QT_TR_NOOP("Make a copy of the scenario to change")},
        {"scenario.from-template", scenario, QT_TR_NOOP("&Add from template…"), "",
         QT_TR_NOOP("Draw another cluster for the same work, as a scenario beside this one")},
        {"scenario.from-servers", scenario, QT_TR_NOOP("Add from &servers…"), "",
         QT_TR_NOOP("Draw a cluster of each of several servers for the same work, as many as the same power "
                    "feeds, as scenarios behind this one")},
        {"scenario.rename", scenario, QT_TR_NOOP("&Rename scenario…"), "",
         QT_TR_NOOP("Give the scenario another name")},
        {"scenario.remove", scenario, QT_TR_NOOP("Re&move scenario"), "",
         QT_TR_NOOP("Remove the scenario from the project")},

        {"search.start", study, QT_TR_NOOP("&Search plans"), "Ctrl+Shift+F",
         QT_TR_NOOP("Cost every plan of the model on these GPUs and rank them")},
        {"search.cancel", study, QT_TR_NOOP("&Cancel search"), "", QT_TR_NOOP("Stop the search of plans")},
        {"search.use", study, QT_TR_NOOP("&Use the selected plan"), "",
         QT_TR_NOOP("Make the selected plan the scenario's")},
        separator(study),
        {"study.plan-given", study, QT_TR_NOOP("Figures of the plan as &given"), "",
         QT_TR_NOOP("Verdict, charts, findings and money by the plan that the scenario has"), true},
        {"study.plan-best", study, QT_TR_NOOP("Figures of the best &plan found"), "",
         QT_TR_NOOP("Verdict, charts, findings and money by the fastest plan that fits, at each GPU count "
                    "where there are several; the scenario keeps its own"),
         true},
        separator(study),
        {"study.bill", study, QT_TR_NOOP("&Bill of materials"), "Ctrl+B",
         QT_TR_NOOP(
             "What the drawing takes to build: servers, switches, optics, cables, racks, feeds, cooling")},

        {"trace.open", trace, QT_TR_NOOP("Open &a trace or log…"), "Ctrl+T",
         QT_TR_NOOP("Read traces and logs of real runs")},
        {"trace.open-folder", trace, QT_TR_NOOP("Open a f&older of traces…"), "Ctrl+Shift+T",
         QT_TR_NOOP("Read every trace and log in a folder")},
        {"trace.draft", trace, QT_TR_NOOP("&Draw what ran…"), "",
         QT_TR_NOOP("Draw the cluster, model and plan that the files of the open run tell of")},
        {"trace.calibrate", trace, QT_TR_NOOP("Ca&librate by the run…"), "",
         QT_TR_NOOP("Set the model of the scenario by the open run, with the errors before and after")},
        {"trace.diagnose", trace, QT_TR_NOOP("Dia&gnose the run…"), "",
         QT_TR_NOOP("Which single change of the drawing or the run would explain what was measured")},
        {"trace.compare", trace, QT_TR_NOOP("Com&pare the run with…"), "",
         QT_TR_NOOP("What became of the time between another run and the open one")},
        {"trace.calibrated", trace, QT_TR_NOOP("Calibra&ted"), "",
         QT_TR_NOOP("Predict by the calibration, or as if nothing had been measured"), true},
        separator(trace),
        {"trace.open-collectives", trace, QT_TR_NOOP("Open &nccl-tests output…"), "",
         QT_TR_NOOP("Let measured collectives replace the formula")},
        {"trace.open-curve", trace, QT_TR_NOOP("Open &measured curve…"), "",
         QT_TR_NOOP("Keep rates that were measured over GPU counts with the scenario")},
        {"trace.remove-curve", trace, QT_TR_NOOP("&Remove measured curve"), "",
         QT_TR_NOOP("Take the measured curve that is shown out of the scenario")},
        {"trace.cancel", trace, QT_TR_NOOP("&Cancel reading"), "", QT_TR_NOOP("Stop reading the trace")},
        {"trace.close", trace, QT_TR_NOOP("Clos&e trace"), "",
         QT_TR_NOOP("Remove the measured step from the charts")},

        {"help.guide", help, QT_TR_NOOP("&Guide"), "", QT_TR_NOOP("The user's guide from its start")},
        {"help.here", help, QT_TR_NOOP("Guide to &this place"), "F1",
         QT_TR_NOOP("The guide's page on what has the keyboard")},
        {"help.claims", help, QT_TR_NOOP("&What the articles say"), "",
         QT_TR_NOOP("Figures that articles print, and what Roofrack prints of them")},
        {"help.shortcuts", help, QT_TR_NOOP("&Keyboard shortcuts"), "Ctrl+F1",
         QT_TR_NOOP("Every command with its key")},
        {"help.about", help, QT_TR_NOOP("&About Roofrack"), "", QT_TR_NOOP("Version and licences")},
    };
    return rows;
}

Actions::Actions(QWidget* window)
    : QObject(window)
    , m_window(window) {
    for (const ActionSpec& spec : specs()) {
        const std::string id = spec.id;
        if (id.empty() || id.ends_with(".menu")) continue;
        add(id, tr(spec.text), QString::fromLatin1(spec.shortcut), tr(spec.tip))
            ->setCheckable(spec.checkable);
    }
}

QAction* Actions::add(const std::string& id, const QString& text, const QString& shortcut,
                      const QString& tip) {
    auto* action = new QAction(text, m_window);
    action->setObjectName(QString::fromStdString(id));
    action->setToolTip(tip);
    action->setStatusTip(tip);
    QList<QKeySequence> keys;
    for (const QString& key : shortcut.split(u' ', Qt::SkipEmptyParts))
        keys << QKeySequence(key, QKeySequence::PortableText);
    action->setShortcuts(keys);
    m_window->addAction(action);
    m_actions.emplace(id, action);
    m_all.push_back(action);
    return action;
}

QAction* Actions::get(std::string_view id) const {
    const auto found = m_actions.find(id);
    Q_ASSERT(found != m_actions.end());
    return found->second;
}

void Actions::on(std::string_view id, std::function<void()> handler) {
    connect(get(id), &QAction::triggered, this, [this, handler = std::move(handler)] {
        constexpr int until_repainted = 40; // ms
        if (m_is_menu_leaving)
            QTimer::singleShot(until_repainted, this, handler);
        else
            handler();
    });
}

void Actions::watch(QMenu& menu) {
    connect(&menu, &QMenu::aboutToHide, this, [this] {
        m_is_menu_leaving = true; // an entry that was chosen is triggered before the next event
        QMetaObject::invokeMethod(
            this, [this] { m_is_menu_leaving = false; }, Qt::QueuedConnection);
    });
}

void Actions::enable(std::initializer_list<std::string_view> ids, bool enabled) {
    for (const std::string_view id : ids) get(id)->setEnabled(enabled);
}

void Actions::keep_keys_to(QWidget& place, std::initializer_list<std::string_view> ids) {
    for (const std::string_view id : ids) {
        QAction* action = get(id);
        m_window->removeAction(action);
        action->setShortcutContext(Qt::WidgetShortcut);
        place.addAction(action);
    }
}

void Actions::fill(QMenuBar& bar) {
    std::map<std::string_view, QMenu*> menus;
    for (const ActionSpec& spec : specs()) {
        QMenu* menu = menus[spec.menu];
        if (!menu) {
            menu = menus[spec.menu] = bar.addMenu(tr(spec.menu));
            watch(*menu);
        }
        const std::string_view id = spec.id;
        if (id.empty())
            menu->addSeparator();
        else if (id.ends_with(".menu")) {
            QMenu* submenu = menu->addMenu(tr(spec.text));
            submenu->setToolTip(tr(spec.tip));
            watch(*submenu);
            m_submenus.emplace(id, submenu);
            menus[id] = submenu;
        } else
            menu->addAction(get(id));
    }
}

QMenu* Actions::submenu(std::string_view id) const {
    const auto found = m_submenus.find(id);
    Q_ASSERT(found != m_submenus.end());
    return found->second;
}

} // namespace roofrack
