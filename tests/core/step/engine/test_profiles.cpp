// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles beside the throughput that was published of them.
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"

#include <QTest>
#include <cmath>
#include <fmt/format.h>

using namespace roofrack;

namespace {

/// Samples a second of `gpus` GPUs of a server.
double rate_of(const std::string& model, const std::string& accelerator, const std::string& server, int gpus,
               int batch) {
    auto loaded =
        parse_project(fmt::format(R"({{"schema": 1, "scenarios": [{{"name": "p", "cluster": {{"elements": [
            {{"id": "s", "kind": "server", "part": {{"id": "own", "base": "{}", "accelerator": "{}", "gpus": {},
              "scale_up_domain": {}}}}}], "links": []}},
          "workload": {{"model": "{}", "global_batch": {}}},
          "plan": {{"zero": 0, "precision": "fp16", "software": "fsdp", "micro_batch": {}}}}}]}})",
                                  server, accelerator, gpus, gpus, model, batch * gpus, batch),
                      Catalog::built_in());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    const auto prepared = Prepared::make(loaded->project.scenarios.front(), Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    const Evaluation evaluation = evaluate(*prepared);
    return batch * gpus / evaluation.productive_step.si();
}

} // namespace

class TestProfiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void published_throughput_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<QString>("server");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<int>("batch"); // a GPU
        QTest::addColumn<double>("published");
        const auto row = [](const char* model, const char* gpu, const char* server, int gpus, int batch,
                            double published) {
            QTest::addRow("%s on %d %s at %d", model, gpus, gpu, batch)
                << QString(model) << QString(gpu) << QString(server) << gpus << batch << published;
        };
        const char *a100 = "a100-sxm4-80gb", *h100 = "h100-sxm5", *v100 = "v100-sxm2-16gb";
        // MLPerf Training v2.0 and v3.0, single nodes; DeepLearningExamples (MXNet).
        row("resnet-50", a100, "dgx-a100", 8, 408, 26900);
        row("resnet-50", h100, "dgx-h100", 8, 408, 56000);
        row("resnet-50", v100, "dgx-a100", 1, 208, 1376);
        // DeepLearningExamples: PyTorch resnext101-32x4d, efficientnet-b4, TFT; DGLPyTorch SE3Transformer.
        // AMP.
        row("resnext-101", a100, "dgx-a100", 1, 128, 1211);
        row("resnext-101", "v100-sxm2-32gb", "dgx-a100", 1, 128, 587);
        row("efficientnet-b4", v100, "dgx-a100", 1, 64, 204);
        row("efficientnet-b4", "v100-sxm2-32gb", "dgx-a100", 8, 128, 1565);
        row("se3-transformer", a100, "dgx-a100", 1, 240, 3230);
        row("se3-transformer", a100, "dgx-a100", 1, 120, 1890);
        row("tft", v100, "dgx-a100", 1, 1024, 10163);
        row("tft", v100, "dgx-a100", 8, 1024, 75660);
    }
    void published_throughput() {
        QFETCH(QString, model);
        QFETCH(QString, gpu);
        QFETCH(QString, server);
        QFETCH(int, gpus);
        QFETCH(int, batch);
        QFETCH(double, published);
        const double rate =
            rate_of(model.toStdString(), gpu.toStdString(), server.toStdString(), gpus, batch);
        QVERIFY2(std::abs(rate / published - 1) <= 0.12,
                 qPrintable(QString("%1 against %2").arg(rate).arg(published)));
    }

    /// Three kinds each of nets that are no transformers, told by what stands in their files.
    void there_are_three_of_each() {
        for (const char* id :
             {"resnet-50", "resnext-101", "efficientnet-b4", "se3-transformer", "meshgraphnet", "graphsage",
              "pinn-burgers", "pinn-navier-stokes", "pinn-fc-512", "tft", "gnmt", "awd-lstm"}) {
            const ModelSpec* model = Catalog::built_in().model(id);
            QVERIFY2(model && model->generic && !model->source.empty() && !model->note.empty(), id);
        }
    }
};

QTEST_APPLESS_MAIN(TestProfiles)

#include "test_profiles.moc"
