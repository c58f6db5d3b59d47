// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_flow.h"
#include "tests/app/window/driven_window.h"

#include <QFile>

using namespace roofrack;

/// A file of another program is chosen with real keys on a real display.
class TestImport : public QObject {
    Q_OBJECT

    std::unique_ptr<DrivenWindow> m_driven;

private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(has_real_display(), no_display);
        m_driven = std::make_unique<DrivenWindow>();
        QVERIFY(m_driven->ready());
    }

    void the_search_finds_it_and_a_recipe_becomes_a_project() {
        QFile script(m_driven->file(QStringLiteral("pretrain.sh")));
        QVERIFY(script.open(QIODevice::WriteOnly) &&
                script.write("python pretrain_gpt.py --num-layers 12 --hidden-size 768 "
                             "--num-attention-heads 12 --seq-length 1024 --vocab-size 50304 "
                             "--micro-batch-size 4 --global-batch-size 64 --bf16 --nproc_per_node 8 "
                             "--nnodes 2\n") > 0);
        script.close();
        QVERIFY(!m_driven->window().files().has_project());
        Hand& hand = m_driven->hand();
        hand.key(QStringLiteral("ctrl+k"));
        hand.type(QStringLiteral("import"));
        // The options of a recipe are taken as they are offered.
        hand.answer_dialog(QStringLiteral("Return"), QStringLiteral("pretrain.sh"), QStringLiteral("Return"));
        QTRY_VERIFY(m_driven->window().files().has_project());
        QCOMPARE(m_driven->document().scenario().workload.global_batch, 64.0);
        m_driven->show(QStringLiteral("import"));
    }
};

QTEST_MAIN(TestImport)
#include "test_import.moc"
