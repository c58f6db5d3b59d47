// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace roofrack {

class Actions;
class Appearance;
class Catalog;
class FileFlow;
class PublishedRunsWindow;
class RecentPictures;
class Session;
class TraceFlow;
class WelcomePage;

/// What may be opened: the recent projects and runs and the examples, on the welcome page and in the menu of
/// files, the templates, and published runs.
class ProjectOffers : public QObject {
    Q_OBJECT

public:
    /// Makes the welcome page, which belongs to `parent`.
    ProjectOffers(const Catalog& catalog, Session& session, QWidget& parent);

    WelcomePage& page() { return *m_page; }
    /// What is chosen, in the menus or on the page, is opened.
    void connect_files(Actions& actions, FileFlow& files, TraceFlow& traces, const Appearance& appearance);
    /// The recent projects and runs as of now, the projects with their pictures as soon as they have been
    /// read.
    void show_recent();

private:
    void fill_recent(Actions& actions, FileFlow& files, TraceFlow& traces);
    void fill_examples(Actions& actions, FileFlow& files);
    void show_published(FileFlow& files, const Appearance& appearance);

    Session& m_session;
    WelcomePage* m_page;
    RecentPictures* m_pictures;
    PublishedRunsWindow* m_published = nullptr; ///< made when it is asked for
};

} // namespace roofrack
