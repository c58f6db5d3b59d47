// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/large_drawing.h"
#include "widgets/palette/outline.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace roofrack;
using namespace roofrack::test;

namespace {

Cluster small() {
    LargeDrawing drawing;
    drawing.pods = 2;
    drawing.racks = 3;
    return separate_racks(drawing);
}

QString label(const OutlineModel& model, const std::string& id) {
    return model.index_of(id).data(Qt::DisplayRole).toString();
}

} // namespace

class TestOutline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void is_a_tree() {
        OutlineModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const Cluster cluster = small();
        model.set_cluster(cluster);
        for (const Element& element : cluster.elements) {
            const QModelIndex index = model.index_of(element.id);
            QVERIFY(index.isValid());
            QCOMPARE(index.data(OutlineModel::id_role).toString().toStdString(), element.id);
            QCOMPARE(index.parent().data(OutlineModel::id_role).toString().toStdString(), element.parent);
        }
        QCOMPARE(label(model, "server-1-1"), QStringLiteral("8 × H100 PCIe × 9"));
        QCOMPARE(label(model, "feed-1-2--rack-1-2"), QStringLiteral("Feed 1.2 – Rack 1.2"));
        QVERIFY(!model.index_of("nobody").isValid());
        QVERIFY(!model.index_of("").isValid());
    }

    /// A circle of containers has no top, and an end that is not drawn keeps its id.
    void broken_drawings_are_shown() {
        OutlineModel model;
        Cluster cluster = small();
        cluster.find("pod-1")->parent = "rack-1-1";
        cluster.links.front().to = "gone";
        model.set_cluster(cluster);
        for (const Element& element : cluster.elements) QVERIFY(model.index_of(element.id).isValid());
        QVERIFY(!model.index_of("pod-1").parent().isValid());
        QVERIFY(!model.index_of("rack-1-1").parent().isValid());
        QCOMPARE(label(model, cluster.links.front().id), QStringLiteral("Fan walls 1 – gone"));
    }

    void a_new_name_is_told_where_it_is_shown() {
        OutlineModel model;
        Cluster cluster = small();
        model.set_cluster(cluster);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset),
            changes(&model, &OutlineModel::dataChanged);
        model.set_cluster(cluster);
        QCOMPARE(changes.count(), 0);
        cluster.find("rack-2-1")->power_limit = Watts(30e3);
        model.set_cluster(cluster);
        QCOMPARE(changes.count(), 0); // not shown here
        cluster.find("server-2-1")->count = 4;
        model.set_cluster(cluster);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes.front().front().toModelIndex(), model.index_of("server-2-1"));
        cluster.find("rack-2-1")->name = "Hot";
        model.set_cluster(cluster);
        QCOMPARE(label(model, "rack-2-1"), QStringLiteral("Hot"));
        QCOMPARE(label(model, "feed-2-1--rack-2-1"), QStringLiteral("Feed 2.1 – Hot"));
        QCOMPARE(resets.count(), 0);
        std::swap(cluster.elements[0], cluster.elements[1]);
        model.set_cluster(cluster);
        QCOMPARE(resets.count(), 1);
        QVERIFY(model.index_of("rack-2-1").isValid());
    }

    /// What was folded stays folded when something is added.
    void folds_are_kept() {
        Outline outline;
        Cluster cluster = small();
        outline.set_cluster(cluster);
        const auto* model = static_cast<const OutlineModel*>(outline.model());
        QVERIFY(outline.isExpanded(model->index_of("pod-1")));
        outline.collapse(model->index_of("pod-1"));
        Element note;
        note.id = "note";
        note.kind = ElementKind::note;
        cluster.elements.push_back(note);
        outline.set_cluster(cluster);
        QVERIFY(!outline.isExpanded(model->index_of("pod-1")));
        QVERIFY(outline.isExpanded(model->index_of("pod-2")));
        QVERIFY(outline.isExpanded(model->index_of("rack-2-1")));
    }

    void fourteen_hundred_racks() {
        Outline outline;
        outline.resize(220, 400);
        outline.show();
        Cluster cluster = separate_racks();
        outline.set_cluster(cluster);
        cluster.find("server-7-3")->count = 8;
        outline.set_cluster(cluster);
        const auto* model = static_cast<const OutlineModel*>(outline.model());
        const QModelIndex links = model->index(model->rowCount() - 1, 0);
        QVERIFY(model->rowCount(links) >= 2800);
        QVERIFY(!outline.isExpanded(links)); // they would hide all else
        std::vector<std::string> all;
        for (const Element& element : cluster.elements) all.push_back(element.id);
        outline.show_selection(all);
        QCOMPARE(outline.selectionModel()->selectedIndexes().size(), static_cast<qsizetype>(all.size()));
    }
};

QTEST_MAIN(TestOutline)
#include "test_outline.moc"
