// SPDX-License-Identifier: GPL-3.0-or-later
// The user's guide: every page and picture is there and found from the start, and F1 opens the page of what
// has the keyboard, in the very window that users see.
#include "app/gui/commands/actions.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/guide_browser.h"
#include "app/gui/pages/guide_pages.h"
#include "app/gui/pages/guide_window.h"
#include "app/gui/pages/samples.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/sample_window.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/findings/findings_view.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/plan_panel.h"
#include "widgets/inspector/site_panel.h"
#include "widgets/palette/parts_shelf.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextTable>
#include <QTimer>
#include <QUrl>

#include <memory>
#include <set>

using namespace roofrack;

namespace {

QString text_of(const QString& page) {
    QFile file(guide_file(page));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What stands in the first column of the tables of keys; a range of keys is one text.
std::set<QString> keys_of_the_page() {
    std::set<QString> keys;
    for (const QString& line : text_of(QStringLiteral("keyboard")).split(u'\n'))
        if (line.startsWith(u'|'))
            for (const QString& key : line.section(u'|', 1, 1).split(QStringLiteral(", ")))
                keys.insert(key.trimmed());
    return keys;
}

struct PageLink {
    bool picture;
    QString text, target;
};

std::vector<PageLink> links_of(const QString& page) {
    static const QRegularExpression link(QStringLiteral(R"((!?)\[([^\]]*)\]\(([^)]*)\))"));
    std::vector<PageLink> out;
    for (auto it = link.globalMatch(text_of(page)); it.hasNext();) {
        const auto match = it.next();
        out.push_back({!match.captured(1).isEmpty(), match.captured(2), match.captured(3)});
    }
    return out;
}

/// The file in the program's resources that a link of a page leads to.
QString file_behind(const QString& page, const QString& target) {
    return QLatin1Char(':') + QUrl(QStringLiteral("qrc") + guide_file(page)).resolved(QUrl(target)).path();
}

/// Clicks the first link of these words where it is painted.
bool click_link(GuideBrowser& browser, const QString& text) {
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
        for (auto part = block.begin(); part != block.end(); ++part) {
            if (!part.fragment().charFormat().isAnchor() || part.fragment().text() != text) continue;
            QTextCursor cursor(browser.document());
            cursor.setPosition(part.fragment().position());
            browser.setTextCursor(cursor);
            browser.ensureCursorVisible();
            const QRect at = browser.cursorRect(cursor);
            QTest::mouseClick(browser.viewport(), Qt::LeftButton, {}, at.center() + QPoint(8, 0));
            return true;
        }
    return false;
}

/// A field that takes keys, in a panel that is seen.
QWidget* first_field(QWidget* panel) {
    for (QLineEdit* field : panel->findChildren<QLineEdit*>())
        if (field->isVisible() && field->isEnabled()) return field;
    return nullptr;
}

} // namespace

class TestGuide : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void every_page_is_found_from_the_start();
    void no_link_and_no_picture_is_dead();
    void the_pictures_are_small();
    void every_key_is_on_the_page_of_the_keyboard();
    void numbered_keys_are_on_the_page_of_the_keyboard();
    void f1_opens_the_page_of_what_has_the_focus();
    void every_chart_and_panel_has_a_page();
    void f1_in_a_field_opens_the_term_that_names_it();
    void the_glossary_explains_each_term_once();
    void f1_works_in_a_dialog();
    void the_menu_opens_the_start();
    void links_lead_on_and_back();
    void a_claim_opens_its_project();
    void no_page_is_wider_than_its_window();
    void it_follows_the_theme_and_the_width();

private:
    /// The page that F1 opens while this widget has the keyboard.
    QString page_by_key(QWidget* focus);
    ProjectPage& page() { return *m_window->page(); }
    GuideWindow* guide() { return m_window->findChild<GuideWindow*>(); }

    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
};

void TestGuide::initTestCase() {
    m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
    m_session->set_appearance(Session::Appearance::light);
    m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
    m_window->resize(1600, 1000);
    m_window->show();
    QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
}

void TestGuide::init() {
    delete guide();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

QString TestGuide::page_by_key(QWidget* focus) {
    if (!focus) return QStringLiteral("nothing to give the keyboard to");
    delete guide();
    m_window->activateWindow();
    if (!QTest::qWaitForWindowActive(m_window.get())) return QStringLiteral("the window is not active");
    focus->setFocus();
    if (!focus->hasFocus()) return QStringLiteral("takes no keyboard");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    return guide() ? guide()->page() : QStringLiteral("no guide");
}

void TestGuide::every_page_is_found_from_the_start() {
    QVERIFY(guide_pages().size() >= 15);
    std::set<QString> found{QLatin1String(guide_start)};
    std::vector<QString> next{QLatin1String(guide_start)};
    while (!next.empty()) {
        const QString page = next.back();
        next.pop_back();
        for (const PageLink& link : links_of(page))
            if (const QString name = QFileInfo(link.target).completeBaseName();
                !link.picture && link.target.endsWith(QStringLiteral(".md")) && found.insert(name).second)
                next.push_back(name);
    }
    for (const QString& page : guide_pages())
        QVERIFY2(found.count(page), qPrintable(page + QStringLiteral(" is not found from the start")));
}

void TestGuide::no_link_and_no_picture_is_dead() {
    std::set<QString> shown;
    for (const QString& page : guide_pages()) {
        QVERIFY2(text_of(page).startsWith(QStringLiteral("# ")), qPrintable(page));
        bool back = page == QLatin1String(guide_start);
        for (const PageLink& link : links_of(page)) {
            const QString where = QStringLiteral("%1 leads to %2").arg(page, link.target);
            const QString project = QStringLiteral(".roofrack.json");
            if (link.target.endsWith(project)) {
                const QString id = link.target.section(QStringLiteral("samples/"), 1).chopped(project.size());
                QVERIFY2(read_sample(id, Catalog::built_in()), qPrintable(where));
            } else {
                QVERIFY2(QFile::exists(file_behind(page, link.target)), qPrintable(where));
                QVERIFY2(link.target.endsWith(link.picture ? QStringLiteral(".png") : QStringLiteral(".md")),
                         qPrintable(where));
            }
            QVERIFY2(!link.text.isEmpty(),
                     qPrintable(where)); // also what a picture says to those who do not see it
            if (link.picture) shown.insert(link.target);
            back = back || QFileInfo(link.target).fileName() == QStringLiteral("start.md");
        }
        QVERIFY2(back, qPrintable(page + QStringLiteral(" does not lead back")));
    }
    for (const QString& picture : QDir(QStringLiteral(":/guide/pictures")).entryList())
        QVERIFY2(shown.count(QStringLiteral("pictures/") + picture),
                 qPrintable(picture + QStringLiteral(" is not shown")));
}

void TestGuide::the_pictures_are_small() {
    qint64 bytes = 0;
    const QDir folder(QStringLiteral(":/guide/pictures"));
    for (const QFileInfo& file : folder.entryInfoList()) {
        const QImage picture(file.filePath());
        QVERIFY2(!picture.isNull(), qPrintable(file.filePath()));
        QVERIFY2(picture.width() <= 1200, qPrintable(file.filePath()));
        bytes += file.size();
    }
    QVERIFY(bytes > 0);
    QVERIFY2(bytes < 2'000'000, qPrintable(QString::number(bytes)));
}

void TestGuide::every_key_is_on_the_page_of_the_keyboard() {
    const std::set<QString> keys = keys_of_the_page();
    for (const ActionSpec& spec : Actions::specs())
        for (const QString& key : QString::fromLatin1(spec.shortcut).split(u' ', Qt::SkipEmptyParts))
            QVERIFY2(keys.count(key),
                     qPrintable(QStringLiteral("%1 of %2").arg(key, QString::fromLatin1(spec.id))));
}

void TestGuide::numbered_keys_are_on_the_page_of_the_keyboard() {
    const std::set<QString> keys = keys_of_the_page();
    for (const auto& [actions, modifiers] :
         {std::pair(QStringLiteral("workspace."), QStringLiteral("Ctrl+")),
          std::pair(QStringLiteral("chart."), QStringLiteral("Ctrl+Alt+")),
          std::pair(QStringLiteral("view.overlay-"), QStringLiteral("Alt+"))}) {
        QStringList numbers;
        for (const QAction* action : m_window->findChildren<QAction*>())
            if (action->objectName().startsWith(actions))
                for (const QKeySequence& key : action->shortcuts())
                    numbers << key.toString(QKeySequence::PortableText);
        numbers.sort();
        QVERIFY2(numbers.size() > 1, qPrintable(actions));
        QVERIFY(numbers.front().startsWith(modifiers));
        const QString row = numbers.front() + QStringLiteral(" … ") + numbers.back();
        QVERIFY2(keys.count(row), qPrintable(row + QStringLiteral(" of ") + actions));
    }
}

void TestGuide::f1_opens_the_page_of_what_has_the_focus() {
    page().workspaces().show_view(QStringLiteral("scaling"));
    QCOMPARE(page_by_key(page().charts().current()), QStringLiteral("scaling"));
    page().workspaces().enter(QStringLiteral("draw"));
    const std::pair<QWidget*, const char*> places[] = {
        {&page().canvas(), "drawing"},
        {page().charts().current(), "step-breakdown"},
        {first_field(m_window->findChild<PlanPanel*>()), "workload-and-plan"},
        {first_field(m_window->findChild<PartsShelf*>()), "parts"},
        {m_window->findChild<FindingsView*>(), "findings"},
    };
    for (const auto& [focus, page] : places) QCOMPARE(page_by_key(focus), QLatin1String(page));
    QVERIFY(guide()->isVisible());

    // What is selected makes the inspector speak of something else.
    m_window->document().selection().set_one("leaf--spine");
    auto* inspector = m_window->findChild<Inspector*>();
    QTRY_COMPARE(guide_page_of(first_field(inspector)), QStringLiteral("links"));
    QCOMPARE(page_by_key(first_field(inspector)), QStringLiteral("links"));
    m_window->document().selection().set_one("row-a-server");
    QCOMPARE(page_by_key(first_field(inspector)), QStringLiteral("parts"));
    QCOMPARE(guide_page_of(m_window->findChild<SitePanel*>()), QStringLiteral("power-and-heat"));
    m_window->document().selection().clear();
}

void TestGuide::every_chart_and_panel_has_a_page() {
    const QStringList pages = guide_pages();
    const auto own_page = [&](QWidget* widget) {
        const QString page = guide_page_of(widget);
        return page != QLatin1String(guide_start) && pages.contains(page);
    };
    for (Chart* chart : page().charts().all()) QVERIFY2(own_page(chart), qPrintable(chart->id()));
    for (const ChartEntry& entry : chart_catalog()) { // also where a tab has the keys
        page().workspaces().show_view(QLatin1String(entry.id));
        QCOMPARE(guide_page_of(&page().charts()), guide_page_of(page().charts().current()));
    }
    for (const QDockWidget* dock : page().panels().docks())
        QVERIFY2(own_page(dock->widget()), qPrintable(dock->objectName()));
    QCOMPARE(guide_page_of(nullptr), QLatin1String(guide_start));
}

void TestGuide::f1_in_a_field_opens_the_term_that_names_it() {
    auto* site = m_window->findChild<SitePanel*>();
    int named = 0;
    for (QWidget* field : site->findChildren<QWidget*>()) {
        const QString term = glossary_term_of(field);
        if (term.isEmpty()) continue;
        ++named;
        delete guide();
        GuideWindow& window = show_guide_on(field, m_window.get());
        QCOMPARE(window.page(), QLatin1String(glossary_page));
        QCOMPARE(window.findChild<GuideBrowser*>()->textCursor().selectedText(), term);
        QCOMPARE(window.findChild<GuideBrowser*>()
                     ->textCursor()
                     .currentTable()
                     ->cellAt(window.findChild<GuideBrowser*>()->textCursor())
                     .column(),
                 0);
    }
    QVERIFY2(named >= 5, qPrintable(QString::number(named)));
    QCOMPARE(glossary_term_of(nullptr), QString());
    QCOMPARE(glossary_term_of(m_window->findChild<PartsShelf*>()), QString());
}

void TestGuide::the_glossary_explains_each_term_once() {
    QStringList terms = glossary_terms();
    QVERIFY(terms.size() > 100);
    terms.sort(Qt::CaseInsensitive);
    for (int i = 1; i < terms.size(); ++i)
        QVERIFY2(terms[i].compare(terms[i - 1], Qt::CaseInsensitive) != 0, qPrintable(terms[i]));
}

void TestGuide::f1_works_in_a_dialog() {
    QString page;
    bool is_usable = false;
    QTimer::singleShot(0, this, [&] {
        QTRY_VERIFY(QApplication::activeModalWidget());
        QWidget* wizard = QApplication::activeModalWidget();
        QTest::keyClick(first_field(wizard), Qt::Key_F1);
        if (auto* opened = wizard->findChild<GuideWindow*>()) {
            page = opened->page();
            is_usable = QApplication::activeModalWidget() == wizard && opened->window() == opened;
        }
        wizard->close();
    });
    m_window->actions().get("file.new-template")->trigger();
    QCOMPARE(page, QStringLiteral("templates"));
    QVERIFY(is_usable);
}

void TestGuide::the_menu_opens_the_start() {
    page().canvas().setFocus();
    m_window->actions().get("help.guide")->trigger();
    QVERIFY(guide());
    QCOMPARE(guide()->page(), QLatin1String(guide_start));
    // One guide a window: the next page opens in it.
    m_window->actions().get("help.here")->trigger();
    QCOMPARE(m_window->findChildren<GuideWindow*>().size(), 1);
    QTest::keyClick(guide(), Qt::Key_Escape);
    QTRY_VERIFY(!guide());
}

void TestGuide::links_lead_on_and_back() {
    GuideWindow& window = show_guide(QLatin1String(guide_start), m_window.get());
    QTRY_COMPARE(QApplication::activeWindow(), &window);
    auto* back = window.findChild<QAction*>(QStringLiteral("guide.back"));
    QVERIFY(!back->isEnabled());
    GuideBrowser& browser = *window.findChild<GuideBrowser*>();
    // The first link, by the keyboard.
    QTest::keyClick(&browser, Qt::Key_Tab);
    QTest::keyClick(&browser, Qt::Key_Return);
    QCOMPARE(window.page(), QStringLiteral("workspaces"));
    QVERIFY(window.windowTitle().startsWith(QStringLiteral("Workspaces")));
    QVERIFY(back->isEnabled());
    QTest::keyClick(&browser, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(window.page(), QLatin1String(guide_start));
    QTest::keyClick(&browser, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(window.page(), QStringLiteral("workspaces"));
    QTest::keyClick(&browser, Qt::Key_Home, Qt::AltModifier);
    QCOMPARE(window.page(), QLatin1String(guide_start));
}

void TestGuide::a_claim_opens_its_project() {
    m_window->actions().get("help.claims")->trigger();
    QVERIFY(guide());
    QCOMPARE(guide()->page(), QLatin1String(claims_page));
    GuideBrowser& browser = *guide()->findChild<GuideBrowser*>();
    std::set<QString> projects;
    for (const PageLink& link : links_of(QLatin1String(claims_page)))
        if (link.target.endsWith(QStringLiteral(".roofrack.json"))) projects.insert(link.target);
    QVERIFY(projects.size() >= 15);
    // All of them by the page itself, some by a click on the link as it is painted.
    for (const QString& target : projects) {
        const QUrl url = browser.source().resolved(QUrl(target));
        browser.setSource(url);
        QCOMPARE(guide()->page(), QLatin1String(claims_page)); // the page stays
        const QString id = url.path().section(QStringLiteral("/samples/"), 1).chopped(14);
        const auto sample = read_sample(id, Catalog::built_in());
        QVERIFY2(sample.has_value(), qPrintable(id));
        QVERIFY2(m_window->document().project().name == sample->name, qPrintable(id));
    }
    for (const auto& [text, name] : {std::pair("two GPUs", "100M parameters on 2 GPUs"),
                                     std::pair("OPT-175B", "opt175b: OPT-175B on 992 A100 SXM4 80GB")}) {
        guide()->activateWindow();
        QVERIFY(click_link(browser, QLatin1String(text)));
        QVERIFY2(m_window->document().project().name.starts_with(name),
                 m_window->document().project().name.c_str());
    }
    QVERIFY(!guide()->findChild<QAction*>(QStringLiteral("guide.back"))->isEnabled());
    QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
}

void TestGuide::no_page_is_wider_than_its_window() {
    GuideWindow& window = show_guide(QLatin1String(guide_start), m_window.get());
    auto* browser = window.findChild<GuideBrowser*>();
    QVERIFY(browser);
    QStringList wide;
    int commands = 0;
    for (const int width : {600, 832}) {
        window.resize(width, 600);
        QTest::qWait(
            150); // pictures take the width of the page a little later; pages read after that have it
        for (const QString& page : guide_pages()) {
            window.show_page(page);
            QCoreApplication::processEvents();
            (void)browser->document()->size(); // all of the page, not what is seen of it
            for (QTextBlock block = browser->document()->begin(); block.isValid(); block = block.next())
                commands += block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
            if (const int beyond = browser->horizontalScrollBar()->maximum(); beyond > 0)
                wide << QStringLiteral("%1: %2 px in %3").arg(page).arg(beyond).arg(width);
        }
    }
    QVERIFY(commands > 20);
    QVERIFY2(wide.isEmpty(), qPrintable(wide.join(u'\n')));
}

void TestGuide::it_follows_the_theme_and_the_width() {
    m_window.reset(); // to dress all of it anew takes seconds
    QWidget parent;
    GuideWindow& window = show_guide(QStringLiteral("overlays"), &parent);
    GuideBrowser& browser = *window.findChild<GuideBrowser*>();
    const auto link_colours = [&] {
        std::set<QRgb> colours;
        for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it)
                if (it.fragment().charFormat().isAnchor())
                    colours.insert(it.fragment().charFormat().foreground().color().rgb());
        return colours;
    };
    const QString pictures = qEnvironmentVariable("ROOFRACK_PICTURES"); // for eyes
    const auto look = [&](const char* name) {
        if (pictures.isEmpty()) return;
        QTest::qWait(300);
        window.grab().save(pictures + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
    };
    for (const Theme& theme : {Theme::dark(), Theme::light()}) {
        Theme::apply(*qApp, theme);
        QTRY_COMPARE(link_colours(), std::set<QRgb>{theme.accent.rgb()});
        look(theme.is_dark ? "guide-dark" : "guide-light");
    }
    const auto widest_picture = [&] {
        int width = 0;
        for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it)
                if (const QTextImageFormat picture = it.fragment().charFormat().toImageFormat();
                    picture.isValid())
                    width = std::max(width, browser.document()
                                                ->resource(QTextDocument::ImageResource, QUrl(picture.name()))
                                                .value<QImage>()
                                                .width());
        return width;
    };
    for (const int width : {500, 900}) {
        window.resize(width, 600);
        QTRY_COMPARE(widest_picture(), std::min(browser.viewport()->width() - 48, 800));
        QCOMPARE(browser.horizontalScrollBar()->maximum(), 0);
    }
    look("guide-wide");
    window.resize(880, 1000);
    window.show_page(QLatin1String(claims_page));
    QTest::qWait(300);
    QCOMPARE(browser.horizontalScrollBar()->maximum(), 0); // long commands wrap
    for (const Theme& theme : {Theme::dark(), Theme::light()}) {
        Theme::apply(*qApp, theme);
        look(theme.is_dark ? "guide-claims-dark" : "guide-claims-light");
    }
    window.show_page(QLatin1String(guide_start));
    look("guide-start");
    window.show_page(QStringLiteral("parts"));
    look("guide-parts");
    window.show_term(QStringLiteral("GPU speed spread"));
    look("guide-glossary");
}

QTEST_MAIN(TestGuide)
#include "test_guide.moc"
