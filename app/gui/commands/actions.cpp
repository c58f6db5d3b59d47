// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/actions.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

namespace roofrack {

namespace {

constexpr ActionSpec separator(const char* menu) { return {"", menu, "", "", "", false}; }

constexpr const char* file = QT_TRANSLATE_NOOP("roofrack::Actions", "&File");
constexpr const char* edit = QT_TRANSLATE_NOOP("roofrack::Actions", "&Edit");
constexpr const char* view = QT_TRANSLATE_NOOP("roofrack::Actions", "&View");
constexpr const char* scenario = QT_TRANSLATE_NOOP("roofrack::Actions", "&Scenario");
constexpr const char* arrange = QT_TRANSLATE_NOOP("roofrack::Actions", "&Arrange");
constexpr const char* study = QT_TRANSLATE_NOOP("roofrack::Actions", "St&udy");
constexpr const char* trace = QT_TRANSLATE_NOOP("roofrack::Actions", "&Trace");
constexpr const char* help = QT_TRANSLATE_NOOP("roofrack::Actions", "&Help");

const ActionSpec specs[] = {
    {"file.new", file, "&New", "Ctrl+N", "Start an empty project"},
    {"file.new-template", file, "New from &template…", "Ctrl+Shift+N",
     "Draw a cluster from a few settings, with its figures beforehand"},
    {"file.open", file, "&Open…", "Ctrl+O", "Open a project"},
    {"file.recent.menu", file, "Open &recent", "", "Open a project again"},
    {"file.samples.menu", file, "Open s&ample", "", "Open one of the examples"},
    separator(file),
    {"file.save", file, "&Save", "Ctrl+S", "Write the project to its file"},
    {"file.save-as", file, "Save &as…", "Ctrl+Shift+S", "Write the project to another file"},
    separator(file),
    {"file.export-chart", file, "&Export chart…", "Ctrl+E", "Write the chart shown as PNG, SVG, PDF or CSV"},
    {"file.export-all", file, "Export all &charts…", "Ctrl+Shift+E", "Write every chart into a folder"},
    {"file.export-drawing", file, "Export &drawing…", "", "Write the drawing as PNG, SVG or PDF"},
    {"file.copy-drawing", file, "Copy dra&wing", "Ctrl+Alt+C",
     "Copy the whole drawing as a picture, PNG and SVG"},
    {"file.print-drawing", file, "P&rint drawing…", "Ctrl+P", "See the drawing on paper and print it"},
    {"file.copy-chart", file, "C&opy chart", "Ctrl+Shift+C", "Copy the chart shown as a picture and a table"},
    separator(file),
    {"file.import-model", file, "Import &model from config.json…", "",
     "Take the model from a Hugging Face config.json"},
    {"file.import-calculon", file, "&Import from Calculon…", "", "Open Calculon's files as a new project"},
    {"file.export-calculon", file, "Export to Calculon…", "",
     "Write the scenario as Calculon's application, execution and system"},
    {"file.export-astra-sim", file, "Export to ASTRA-sim…", "",
     "Write network, system and traces of one step for a simulation"},
    separator(file),
    {"file.welcome", file, "&Welcome page", "", "Samples, templates and recent projects"},
    {"file.close", file, "C&lose project", "Ctrl+W", "Back to the welcome page"},
    {"file.quit", file, "&Quit", "Ctrl+Q", "Leave the program"},

    {"edit.undo", edit, "&Undo", "Ctrl+Z", "Take the last step back"},
    {"edit.redo", edit, "&Redo", "Ctrl+Shift+Z", "Do the step again"},
    {"edit.history", edit, "&History…", "Ctrl+H", "Every step taken: choose one to go back or forth to it"},
    separator(edit),
    {"edit.cut", edit, "Cu&t", "Ctrl+X", "Copy what is selected and remove it"},
    {"edit.copy", edit, "&Copy", "Ctrl+C", "Copy what is selected"},
    {"edit.paste", edit, "&Paste", "Ctrl+V", "Place what was copied"},
    {"edit.duplicate", edit, "&Duplicate", "Ctrl+D", "Place a copy beside what is selected"},
    {"edit.rename", edit, "&Rename", "", "Write the name where it stands (F2)"},
    {"edit.part-figures", edit, "Edit its part's &figures", "",
     "In a part of the project's own, made from the catalogue's"},
    {"edit.delete", edit, "De&lete", "Del", "Remove what is selected"},
    {"edit.select-all", edit, "Select &all", "Ctrl+A", "Select everything in the drawing"},
    {"edit.select-none", edit, "Select &none", "Ctrl+Shift+A", "Select nothing"},
    separator(edit),
    {"edit.find", edit, "&Find…", "Ctrl+F", "Find in the drawing by name, kind or part"},

    {"view.theme-light", view, "Theme: &light", "", "Light appearance", true},
    {"view.theme-dark", view, "Theme: &dark", "", "Dark appearance", true},
    {"view.theme-system", view, "Theme: as the &desktop", "", "Light or dark as the desktop is", true},
    separator(view),
    {"view.fit", view, "&Fit drawing", "F", "Show all of the drawing"},
    {"view.fit-selection", view, "Fit &selection", "Shift+F", "Show what is selected as large as it fits"},
    {"view.zoom-actual", view, "&Actual size", "Ctrl+0", "Show the drawing at 1:1"},
    {"view.zoom-in", view, "Zoom &in", "Ctrl++ Ctrl+=", "Enlarge the drawing"},
    {"view.zoom-out", view, "Zoom &out", "Ctrl+-", "Shrink the drawing"},
    {"view.mini-map", view, "&Overview map", "M",
     "Show the whole drawing in a corner when it is larger than the view", true},
    separator(view),
    {"view.charts.menu", view, "&Charts", "", "Show one of the charts"},
    {"view.next-chart", view, "&Next chart", "Ctrl+PgDown", "Show the chart to the right"},
    {"view.previous-chart", view, "&Previous chart", "Ctrl+PgUp", "Show the chart to the left"},
    {"view.overlay.menu", view, "O&verlay", "", "What the drawing's colours show"},
    separator(view),
    {"view.docks.menu", view, "Pa&nels", "", "Show or hide the panels"},
    {"view.elevation", view, "Rack &elevation", "F7", "Show the front of the selected racks by rack units"},
    {"view.only-drawing", view, "Only the &drawing", "F4",
     "Give the drawing the room of the charts and findings", true},
    {"view.reset-layout", view, "&Reset layout", "", "Put the panels back where they were"},
    {"view.full-screen", view, "F&ull screen", "Shift+F11", "Use the whole screen", true},
    {"view.search", view, "&Search commands…", "Ctrl+K", "Find any command by its name"},

    {"tool.select", arrange, "&Select and move", "V", "Select, move and resize what is drawn", true},
    {"tool.link", arrange, "Draw &links", "L", "Drag from one thing to another to link them", true},
    {"tool.part", arrange, "Place a &part", "P", "Search the parts; Enter places the first match"},
    {"tool.link-two", arrange, "Link what is se&lected", "Shift+L",
     "Link the two selected things, or one that stands for several to itself"},
    {"tool.note", arrange, "Place &notes", "N", "Click where a note should stand", true},
    separator(arrange),
    {"arrange.automatic", arrange, "&Lay out", "Ctrl+L",
     "Lay out what is selected; with nothing selected, what has no place yet or stands on something else"},
    {"arrange.anew", arrange, "Lay out everything ane&w", "Ctrl+Shift+L",
     "Place everything by the tiers of the network, also what was placed by hand"},
    {"arrange.fit-contents", arrange, "&Fit to contents", "",
     "Let the selected containers wrap what stands in them"},
    separator(arrange),
    {"arrange.split", arrange, "S&plit one off", "Ctrl+Alt+S",
     "Let one of the instances stand apart, to make it differ from the others"},
    {"arrange.split-some", arrange, "Split &off…", "", "Let some of the instances stand apart"},
    {"arrange.expand", arrange, "E&xpand into single ones", "", "Draw each of the instances by itself"},
    {"arrange.merge", arrange, "&Merge equal", "Ctrl+Alt+M",
     "Make equal ones one group again; nothing selected: all in the drawing"},
    separator(arrange),
    {"arrange.left", arrange, "Align left", "", "Align what is selected by its left edges"},
    {"arrange.centre", arrange, "Align centres", "", "Align what is selected by its centres"},
    {"arrange.right", arrange, "Align right", "", "Align what is selected by its right edges"},
    {"arrange.top", arrange, "Align top", "", "Align what is selected by its upper edges"},
    {"arrange.middle", arrange, "Align middles", "", "Align what is selected by its middles"},
    {"arrange.bottom", arrange, "Align bottom", "", "Align what is selected by its lower edges"},
    {"arrange.across", arrange, "Distribute across", "", "Equal gaps from left to right"},
    {"arrange.down", arrange, "Distribute down", "", "Equal gaps from top to bottom"},

    {"scenario.next", scenario, "&Next scenario", "Ctrl+Tab", "Show the next scenario"},
    {"scenario.duplicate", scenario, "&Duplicate scenario", "", "Make a copy of the scenario to change"},
    {"scenario.rename", scenario, "&Rename scenario…", "", "Give the scenario another name"},
    {"scenario.remove", scenario, "Re&move scenario", "", "Remove the scenario from the project"},

    {"search.start", study, "&Search plans", "Ctrl+Shift+F",
     "Cost every plan of the model on these GPUs and rank them"},
    {"search.cancel", study, "&Cancel search", "", "Stop the search of plans"},
    {"search.use", study, "&Use the selected plan", "", "Make the selected plan the scenario's"},
    separator(study),
    {"study.bill", study, "&Bill of materials", "Ctrl+B",
     "What the drawing takes to build: servers, switches, optics, cables, racks, feeds, cooling"},

    {"trace.open", trace, "Open trace &files…", "Ctrl+T", "Read traces of real runs"},
    {"trace.open-folder", trace, "Open trace f&older…", "", "Read every trace in a folder"},
    {"trace.open-collectives", trace, "Open &nccl-tests output…", "",
     "Let measured collectives replace the formula"},
    {"trace.cancel", trace, "&Cancel reading", "", "Stop reading the trace"},
    {"trace.close", trace, "C&lose trace", "", "Remove the measured step from the charts"},

    {"help.guide", help, "&Guide", "", "The user's guide from its start"},
    {"help.here", help, "Guide to &this place", "F1", "The guide's page on what has the keyboard"},
    {"help.shortcuts", help, "&Keyboard shortcuts", "Ctrl+F1", "Every command with its key"},
    {"help.about", help, "&About Roofrack", "", "Version and licences"},
};

} // namespace

std::span<const ActionSpec> action_specs() { return specs; }

Actions::Actions(QWidget* window)
    : QObject(window)
    , m_window(window) {
    for (const ActionSpec& spec : specs) {
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
    connect(get(id), &QAction::triggered, this, [handler = std::move(handler)] { handler(); });
}

void Actions::enable(std::initializer_list<std::string_view> ids, bool enabled) {
    for (const std::string_view id : ids) get(id)->setEnabled(enabled);
}

void Actions::fill(QMenuBar& bar) {
    std::map<std::string_view, QMenu*> menus;
    for (const ActionSpec& spec : specs) {
        QMenu*& menu = menus[spec.menu];
        if (!menu) menu = bar.addMenu(tr(spec.menu));
        const std::string_view id = spec.id;
        if (id.empty())
            menu->addSeparator();
        else if (id.ends_with(".menu")) {
            QMenu* submenu = menu->addMenu(tr(spec.text));
            submenu->setToolTip(tr(spec.tip));
            m_submenus.emplace(id, submenu);
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
