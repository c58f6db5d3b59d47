// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;

namespace roofrack {

class GuideBrowser;

/// The user's guide in a window of its own, from what the program carries: nothing is fetched.
class GuideWindow : public QDialog {
    Q_OBJECT

public:
    explicit GuideWindow(QWidget* parent);

    void show_page(const QString& page); ///< a page of guide_pages()
    void show_term(const QString& term); ///< a term of glossary_terms(): its row of the glossary, selected
    QString page() const;

Q_SIGNALS:
    void project_chosen(const QString& id); ///< a link to a sample, by its id

private:
    GuideBrowser* m_browser;
};

/// Shows the page in the guide of this window, in front of it; it is made where there is none.
GuideWindow& show_guide(const QString& page, QWidget* window);

/// What F1 shows: the glossary's row where the field with the keyboard is named by one of its terms, else the
/// page of guide_page_of().
GuideWindow& show_guide_on(QWidget* focus, QWidget* window);

/// F1 in a modal dialog, where the window's own shortcuts sleep. `window` owns the filter.
void watch_guide_key(QWidget* window);

} // namespace roofrack
