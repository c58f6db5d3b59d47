// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/link_panel.h"
#include "widgets/theme/theme.h"

#include <QLabel>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>

using namespace roofrack;

namespace {

/// 4 racks of 4 DGX H100 under 2 leafs and 2 spines, 4:1, with feeds.
Cluster fat_tree() {
    Cluster out;
    const auto add = [&](ElementKind kind, const char* id, const char* name, int count, const char* part,
                         const char* parent, Position at) {
        Element element;
        element.kind = kind;
        element.id = id;
        element.name = name;
        element.count = count;
        element.part.id = part;
        element.parent = parent;
        element.position = at;
        out.elements.push_back(element);
    };
    const auto link = [&](const char* id, const char* from, const char* to, LinkPattern pattern, int count) {
        Link made;
        made.id = id;
        made.from = from;
        made.to = to;
        made.pattern = pattern;
        made.count = count;
        out.links.push_back(made);
    };
    add(ElementKind::switch_, "spine", "Spine", 2, "qm9700", "", {208, 0});
    add(ElementKind::switch_, "leaf", "Leaf", 2, "qm9700", "", {208, 112});
    add(ElementKind::rack, "rack", "Rack", 4, "rack-48u", "", {208, 240});
    add(ElementKind::server, "dgx", "DGX", 4, "dgx-h100", "rack", {});
    add(ElementKind::feed, "feed", "Feed", 12, "feed-415v-60a", "", {480, 240});
    link("down", "dgx", "leaf", LinkPattern::each, 8);
    link("up", "leaf", "spine", LinkPattern::mesh, 8);
    link("power", "feed", "rack", LinkPattern::each, 1);
    return out;
}

template<class Widget>
Widget* field(QWidget& panel, const QString& label) {
    for (Widget* each : panel.findChild<LinkPanel*>()->findChildren<Widget*>())
        if (each->accessibleName() == label) return each;
    return nullptr;
}

} // namespace

class TestLinkPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::apply(*qApp, Theme::light()); }
    void it_shows_ports_and_oversubscription();
    void cables_that_do_not_reach_are_grey();
    void power_has_no_cable();
    void several_links_change_together();
    void a_distance_is_typed_in_kilometres();
    void a_torus_gets_its_dims();
    void a_torus_is_twisted();

private:
    std::unique_ptr<Inspector> show(const std::vector<std::string>& ids) {
        auto inspector = std::make_unique<Inspector>(Catalog::built_in());
        inspector->resize(340, 700);
        inspector->show_selection(m_cluster, ids);
        inspector->show();
        const QString folder = qEnvironmentVariable("ROOFRACK_PICTURES");
        if (!folder.isEmpty())
            inspector->grab().save(folder +
                                   QStringLiteral("/inspector-%1.png")
                                       .arg(QString::fromStdString(ids.size() == 1 ? ids[0] : "several")));
        return inspector;
    }
    Cluster m_cluster = fat_tree();
};

void TestLinkPanel::it_shows_ports_and_oversubscription() {
    const auto inspector = show({"up"});
    // 64 cables down and 16 up at each leaf; 16 at each spine.
    const QString ports = field<QLabel>(*inspector, QStringLiteral("Ports"))->text();
    QVERIFY2(ports.contains(QStringLiteral("80 of 64 ports at Leaf")), qPrintable(ports));
    QVERIFY2(ports.contains(QStringLiteral("16 of 64 ports at Spine")), qPrintable(ports));
    QVERIFY2(ports.contains(QStringLiteral("4:1 at Leaf")), qPrintable(ports));
    const QString total = field<QLabel>(*inspector, QStringLiteral("Total"))->text();
    QVERIFY2(total.startsWith(QStringLiteral("32 × 400G")), qPrintable(total));
    QVERIFY(field<QLabel>(*inspector, QStringLiteral("Length"))->text().endsWith(QStringLiteral(" m")));
}

void TestLinkPanel::cables_that_do_not_reach_are_grey() {
    m_cluster.links[0].cable = "aoc-200g";
    const auto inspector = show({"down"});
    auto* cable = field<ChoiceEdit>(*inspector, QStringLiteral("Cable"));
    const auto* model = qobject_cast<QStandardItemModel*>(cable->model());
    const int near_one = cable->findData(QStringLiteral("dac-400g"));
    QVERIFY(near_one > 0);
    QVERIFY(!model->item(near_one)->isEnabled());
    QVERIFY(cable->itemText(near_one).contains(QStringLiteral("reaches 3 m")));
    QVERIFY(model->item(cable->findData(QStringLiteral("aoc-400g")))->isEnabled());
    QCOMPARE(cable->key(), QStringLiteral("aoc-200g"));
    bool said = false;
    for (const QLabel* label : inspector->findChildren<QLabel*>())
        said = said || label->text() == QStringLiteral("too slow for a 400 Gb/s port");
    QVERIFY(said);
    m_cluster.links[0].cable.clear();
}

void TestLinkPanel::power_has_no_cable() {
    const auto inspector = show({"power"});
    QVERIFY(!field<ChoiceEdit>(*inspector, QStringLiteral("Cable"))->isVisible());
    const QString ports = field<QLabel>(*inspector, QStringLiteral("Ports"))->text();
    QVERIFY2(ports.contains(QStringLiteral("3 feeds at Rack")), qPrintable(ports)); // 12 for 4 racks
}

void TestLinkPanel::several_links_change_together() {
    const auto inspector = show({"down", "up"});
    auto* pattern = field<ChoiceEdit>(*inspector, QStringLiteral("Pattern"));
    QCOMPARE(pattern->currentText(), QStringLiteral("mixed"));
    auto* count = field<QuantityEdit>(*inspector, QStringLiteral("Cables"));
    QCOMPARE(count->value(), std::optional(8.0)); // the same in both
    std::vector<Link> edited;
    connect(inspector.get(), &Inspector::links_edited, this,
            [&](const std::vector<Link>& next) { edited = next; });
    count->setFocus();
    count->selectAll();
    QTest::keyClicks(count, QStringLiteral("4"));
    QTest::keyClick(count, Qt::Key_Return);
    QCOMPARE(edited.size(), size_t(2));
    for (size_t i = 0; i < 2; ++i) {
        Link expected = m_cluster.links[i];
        expected.count = 4;
        QVERIFY(edited[i] == expected); // nothing else was touched
    }
    m_cluster.links[0].count = 2;
    const auto mixed = show({"down", "up"});
    count = field<QuantityEdit>(*mixed, QStringLiteral("Cables"));
    QVERIFY(!count->value());
    QCOMPARE(count->placeholderText(), QStringLiteral("mixed"));
    m_cluster.links[0].count = 8;
    // A link and an element are neither's panel.
    const auto both = show({"down", "leaf"});
    QVERIFY(!both->findChild<LinkPanel*>()->isVisible());
}

void TestLinkPanel::a_distance_is_typed_in_kilometres() {
    const auto inspector = show({"up"});
    std::vector<Link> edited;
    connect(inspector.get(), &Inspector::link_edited, this,
            [&](const Link& next) { edited.push_back(next); });
    const auto type = [&](const char* label, const char* text) {
        auto* edit = field<QuantityEdit>(*inspector, QLatin1String(label));
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, QString::fromUtf8(text));
        QTest::keyClick(edit, Qt::Key_Return);
        return edit->text();
    };
    QCOMPARE(type("Distance", "80"), QStringLiteral("80 km"));
    QCOMPARE(edited.back().distance, std::optional(80.0));
    QCOMPARE(type("Latency", "2 ms"), QStringLiteral("2 ms"));
    QCOMPARE(edited.back().latency, std::optional(Seconds(2e-3)));
    type("Distance", " ");
    QVERIFY(!edited.back().distance);
    QCOMPARE(edited.size(), size_t(3));
    const auto power = show({"power"});
    QVERIFY(field<QuantityEdit>(*power, QStringLiteral("Distance"))->isHidden());
}

void TestLinkPanel::a_torus_gets_its_dims() {
    Link own;
    own.id = "own";
    own.from = own.to = "dgx";
    own.pattern = LinkPattern::mesh;
    m_cluster.links.push_back(own);
    const auto inspector = show({"own"});
    auto* pattern = field<ChoiceEdit>(*inspector, QStringLiteral("Pattern"));
    QCOMPARE(pattern->count(), 2); // a mesh or a torus
    QVERIFY(field<ChoiceEdit>(*inspector, QStringLiteral("Wrap"))->isHidden());
    Link edited;
    connect(inspector.get(), &Inspector::link_edited, this, [&](const Link& next) { edited = next; });
    pattern->setFocus();
    QTest::keyClick(pattern, Qt::Key_Down);
    QCOMPARE(edited.pattern, LinkPattern::torus);
    QCOMPARE(edited.dims, (std::vector<int>{4, 2, 2})); // 16 servers
    QVERIFY(!edited.twisted);
}

void TestLinkPanel::a_torus_is_twisted() {
    Link ring;
    ring.id = "ring";
    ring.from = ring.to = "dgx";
    ring.pattern = LinkPattern::torus;
    ring.dims = {4, 2, 2};
    m_cluster.links.push_back(ring);
    const auto inspector = show({"ring"});
    auto* wrap = field<ChoiceEdit>(*inspector, QStringLiteral("Wrap"));
    QVERIFY(!wrap->isHidden());
    Link edited;
    connect(inspector.get(), &Inspector::link_edited, this, [&](const Link& next) { edited = next; });
    wrap->setFocus();
    QTest::keyClick(wrap, Qt::Key_Down);
    QVERIFY(edited.twisted);
    // Another pattern has no wrap to twist.
    auto* pattern = field<ChoiceEdit>(*inspector, QStringLiteral("Pattern"));
    pattern->setFocus();
    QTest::keyClick(pattern, Qt::Key_Up);
    QCOMPARE(edited.pattern, LinkPattern::mesh);
    QVERIFY(!edited.twisted);
}

QTEST_MAIN(TestLinkPanel)
#include "test_link_panel.moc"
