// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/project_offers.h"

#include "app/gui/commands/actions.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/project_picture.h"
#include "app/gui/flows/recent_pictures.h"
#include "app/gui/flows/session.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/published_runs_window.h"
#include "app/gui/pages/samples.h"
#include "app/gui/pages/welcome_page.h"
#include "app/gui/window/appearance.h"
#include "core/drawing/templates/templates.h"
#include "widgets/fields/plain_text.h"
#include "widgets/fields/text.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>

namespace roofrack {

ProjectOffers::ProjectOffers(const Catalog& catalog, Session& session, QWidget& parent)
    : QObject(&parent)
    , m_session(session)
    , m_page(new WelcomePage(
          catalog,
          [&catalog](const Project& project, QSize size, const Theme& theme, double ratio) {
              return project_picture(project, catalog, size, theme, ratio);
          },
          &parent))
    , m_pictures(new RecentPictures(catalog, this)) {
    std::vector<WelcomePage::Template> templates;
    for (const TemplateInfo& info : list_templates())
        templates.push_back({to_qt(info.name), to_qt(info.title), to_qt(info.description)});
    m_page->set_templates(templates);
    connect(m_pictures, &RecentPictures::sketched, m_page,
            [this, &catalog](const QString& path, const std::shared_ptr<const ProjectSketch>& sketch) {
                m_page->set_recent_picture(path,
                                           [sketch, &catalog](QSize size, const Theme& theme, double ratio) {
                                               return project_picture(*sketch, catalog, size, theme, ratio);
                                           });
            });
}

void ProjectOffers::connect_files(Actions& actions, FileFlow& files, TraceFlow& traces,
                                  const Appearance& appearance) {
    actions.on("file.published-runs", [this, &files, &appearance] { show_published(files, appearance); });
    fill_recent(actions, files, traces);
    fill_examples(actions, files);
    connect(m_page, &WelcomePage::sample_chosen, &files, &FileFlow::open_sample);
    connect(m_page, &WelcomePage::recent_chosen, &files,
            [&files](const QString& path) { files.open(path.toStdString()); });
    connect(m_page, &WelcomePage::recent_traces_chosen, &traces, &TraceFlow::open_recent);
    connect(m_page, &WelcomePage::open_chosen, &files, &FileFlow::open_with_dialog);
    connect(m_page, &WelcomePage::new_chosen, &files, &FileFlow::new_project);
}

void ProjectOffers::fill_recent(Actions& actions, FileFlow& files, TraceFlow& traces) {
    QMenu* menu = actions.submenu("file.recent.menu");
    connect(menu, &QMenu::aboutToShow, this, [this, menu, &files, &traces] {
        menu->clear();
        for (const QString& path : m_session.recent())
            menu->addAction(as_label(legible(QFileInfo(path).fileName())), &files,
                            [&files, path] { files.open(path.toStdString()); })
                ->setToolTip(path);
        const std::vector<RecentRun> runs = m_session.recent_runs();
        if (!menu->isEmpty() && !runs.empty()) menu->addSeparator();
        for (const RecentRun& run : runs)
            menu->addAction(as_label(run.name()), &traces,
                            [&traces, paths = run.paths] { traces.open_recent(paths); })
                ->setToolTip(run.text());
        if (menu->isEmpty()) menu->addAction(tr("None yet"))->setEnabled(false);
    });
}

void ProjectOffers::fill_examples(Actions& actions, FileFlow& files) {
    QMenu* menu = actions.submenu("file.samples.menu");
    connect(menu, &QMenu::aboutToShow, this, [menu, &files] {
        if (!menu->isEmpty()) return;
        for (const Sample& sample : samples())
            menu->addAction(sample.id(), &files, [&files, id = sample.id()] { files.open_sample(id); });
        menu->addSeparator();
        for (const QString& decision : decision_ids())
            menu->addAction(decision, &files, [&files, decision] { files.open_sample(decision); });
    });
}

void ProjectOffers::show_published(FileFlow& files, const Appearance& appearance) {
    if (!m_published) {
        m_published = new PublishedRunsWindow(appearance.theme(), m_page->window());
        connect(&appearance, &Appearance::theme_changed, m_published, &PublishedRunsWindow::set_theme);
        connect(m_published, &PublishedRunsWindow::open_requested, &files, &FileFlow::open_published);
    }
    m_published->show();
    m_published->raise();
    m_published->activateWindow();
}

void ProjectOffers::show_recent() {
    const QStringList recent = m_session.recent();
    std::vector<WelcomePage::RecentTraces> runs;
    for (const RecentRun& run : m_session.recent_runs()) runs.push_back({run.name(), run.text(), run.paths});
    m_page->set_recent(recent, runs);
    m_pictures->read(recent);
}

} // namespace roofrack
