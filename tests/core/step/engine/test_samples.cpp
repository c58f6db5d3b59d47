// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/check.h"
#include "core/drawing/network/fabric.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/step/workload/layer_parameters.h"
#include "core/study/published_against.h"
#include "tests/support/drawn_area.h"

#include <QDir>
#include <QRectF>
#include <QTest>

using namespace roofrack;

namespace {

QDir samples() { return QDir(QStringLiteral(ROOFRACK_SOURCE_DIR "/samples")); }

QByteArray text_of(const QString& name) {
    QFile file(samples().filePath(name + ".roofrack.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Project read(const QString& name) {
    const QByteArray text = text_of(name);
    const auto loaded =
        parse_project({text.constData(), static_cast<size_t>(text.size())}, Catalog::built_in());
    if (!loaded) qFatal("%s: %s", qPrintable(name), loaded.error().text().c_str());
    return loaded->project;
}

/// Around all that stands in a container, with the margins that the canvas leaves (24 at the sides, 40
/// above).
QRectF outline(const Cluster& cluster, const Element& container) {
    QRectF all;
    for (const Element& element : cluster.elements)
        if (element.parent == container.id)
            all |= is_container(element.kind) && element.kind != ElementKind::rack
                       ? outline(cluster, element)
                       : test::drawn_area(element);
    return all.adjusted(-24, -40, 24, 24);
}

bool is_close(double value, double expected) { return std::abs(value / expected - 1) < 1e-12; }

double part(const Evaluation& evaluation, StepPart which) {
    return evaluation.parts[static_cast<size_t>(which)];
}

Evaluation evaluated(const QString& name, size_t scenario = 0) {
    const auto prepared = Prepared::make(read(name).scenarios.at(scenario), Catalog::built_in());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    EvaluateOptions options;
    options.findings = false;
    return evaluate(*prepared, options);
}

} // namespace

class TestSamples : public QObject {
    Q_OBJECT

    /// All samples, with the GPUs that their names promise.
    static void rows() {
        QTest::addColumn<double>("gpus");
        QTest::newRow("ws-8gpu") << 8.0;
        QTest::newRow("dgx-h100-su") << 256.0;
        QTest::newRow("llama3-405b-16k") << 16384.0;
        QTest::newRow("gb200-nvl72-x8") << 576.0;
        QTest::newRow("shared-a100-hot-rack") << 512.0;
        QTest::newRow("generic-100m-2gpu") << 2.0;
        QTest::newRow("generic-100m-256gpu-8nic") << 256.0;
        QTest::newRow("generic-100m-256gpu-1nic") << 256.0;
        QTest::newRow("megatron-1t-3072") << 3072.0;
    }

private Q_SLOTS:
    void the_folder_holds_what_is_tested() {
        QStringList names = samples().entryList({"*.roofrack.json"}, QDir::Files);
        QCOMPARE(names.size(), 9);
    }

    /// By the shape and the parts, not by what evaluate() divides: a batch of 256 sequences of 8,192 tokens.
    void what_a_gpu_does() {
        const Scenario scenario = read(QStringLiteral("dgx-h100-su")).scenarios.front();
        const Evaluation e = evaluated(QStringLiteral("dgx-h100-su"));
        const double batch = scenario.workload.global_batch, sequence = 8192;
        const ModelSpec& model = *Catalog::built_in().model(scenario.workload.model);
        const double flops = batch * model_flops(*model.transformer, sequence).palm;
        QVERIFY(is_close(model_flops_per_gpu(e).si(), flops / 256 / e.productive_step.si()));
        // The peak of an H100 in 16 bits, dense: 989 TFLOP/s.
        QVERIFY(std::abs(model_flops_per_gpu(e).si() / 989.4e12 / e.mfu - 1) < 1e-3);
        QVERIFY(is_close(useful_rate_per_gpu(e), batch * sequence / 256 / e.step_time.si()));
        const double at_work =
            256 * (part(e, StepPart::compute) + part(e, StepPart::memory)) / e.step_time.si();
        QVERIFY(is_close(e.effective_gpus, at_work));
        QCOMPARE(QString::fromStdString(gpus_at_work_text(e)),
                 QStringLiteral("256 GPUs paid, as fast as %1 that never wait (%2 %)")
                     .arg(std::round(at_work))
                     .arg(std::round(100 * at_work / 256)));
        const Evaluation profile = evaluated(QStringLiteral("generic-100m-2gpu"));
        QVERIFY(is_close(useful_rate_per_gpu(profile), profile.samples_per_s / 2));
        QVERIFY(gpu_rates_text(profile).ends_with(" samples/s a GPU"));
        QCOMPARE(useful_rate_per_gpu(Evaluation()), 0.0);
        QCOMPARE(model_flops_per_gpu(Evaluation()).si(), 0.0);
    }

    /// FP8 is held against the BF16 peak, so that MFU may be above 100 %, and says so.
    void utilisation_of_fp8_is_of_the_bf16_peak() {
        const Evaluation e = evaluated(QStringLiteral("gb200-nvl72-x8"));
        QCOMPARE(e.plan.precision, Precision::fp8);
        const Catalog& catalog = Catalog::built_in();
        const Part& gpu = *catalog.part(catalog.part("gb200-nvl72")->text_or("accelerator", ""));
        QVERIFY(is_close(e.peak.si(), 576 * *gpu.value("dense_bf16")));
        QVERIFY(*gpu.value("dense_fp8") > 1.5 * *gpu.value("dense_bf16"));
        Plan plan = e.plan;
        for (const auto& [precision, basis] : {std::pair(Precision::fp32, ""),
                                               {Precision::tf32, ""},
                                               {Precision::fp16, ""},
                                               {Precision::bf16, ""},
                                               {Precision::fp8, "against the BF16 peak"},
                                               {Precision::nvfp4, "against the BF16 peak"}}) {
            plan.precision = precision;
            QCOMPARE(std::string(mfu_basis(plan)), std::string(basis));
        }
        QCOMPARE(mfu_text(1.048, plan), std::string("MFU 104.8 % against the BF16 peak"));
        QCOMPARE(mfu_text(std::nan(""), plan), std::string());
        plan.precision = Precision::bf16;
        QCOMPARE(mfu_text(0.4213, plan), std::string("MFU 42.1 %"));
    }

    void saves_as_it_was_read_data() { rows(); }
    void saves_as_it_was_read() {
        const QString name = QTest::currentDataTag();
        QCOMPARE(QString::fromStdString(project_text(read(name), Catalog::built_in())),
                 QString::fromUtf8(text_of(name)));
    }

    void is_drawn_soundly_data() { rows(); }
    void is_drawn_soundly() {
        QFETCH(double, gpus);
        for (const Scenario& scenario : read(QTest::currentDataTag()).scenarios) {
            for (const Finding& finding : check_cluster(scenario.cluster, Catalog::built_in()))
                QVERIFY2(finding.severity == Severity::info,
                         qPrintable(QString::fromStdString(finding.message)));
            const auto drawn = fabric(scenario.cluster, Catalog::built_in());
            QVERIFY(drawn.has_value());
            QCOMPARE(drawn->gpus, gpus);
            QVERIFY(drawn->storage_read.si() > 0);
        }
    }

    void nothing_lies_on_anything_data() { rows(); }
    void nothing_lies_on_anything() {
        for (const Scenario& scenario : read(QTest::currentDataTag()).scenarios) {
            const Cluster& cluster = scenario.cluster;
            const auto drawn = [&](const Element& e) {
                const Element* parent = cluster.find(e.parent);
                return !parent || parent->kind != ElementKind::rack; // equipment is drawn in its rack
            };
            for (const Element& a : cluster.elements)
                for (const Element& b : cluster.elements) {
                    if (&a >= &b || !drawn(a) || !drawn(b) || a.parent == b.id || b.parent == a.id) continue;
                    const auto box = [&](const Element& e) {
                        return is_container(e.kind) && e.kind != ElementKind::rack ? outline(cluster, e)
                                                                                   : test::drawn_area(e);
                    };
                    QVERIFY2(!box(a).intersects(box(b)),
                             qPrintable(QString::fromStdString(a.id + " on " + b.id)));
                }
        }
    }

    void tells_its_story_data() { rows(); }
    void tells_its_story() {
        const Project project = read(QTest::currentDataTag());
        QVERIFY(!project.name.empty());
        QVERIFY(QString::fromStdString(project.description).count(". ") >= 1);
    }

    /// Samples that stand for a published run say its step, which lies within the band around theirs.
    void published_steps_lie_within_the_band_data() {
        QTest::addColumn<double>("published");
        // 400 TFLOP/s of 16,384 GPUs, 2,048 sequences of 8,192 tokens.
        QTest::newRow("llama3-405b-16k") << 6.72;
        // 96·B·s·l·h²·(1 + s/6h + V/16lh) at 163 TFLOP/s of 3,072 GPUs (equation 3).
        QTest::newRow("megatron-1t-3072") << 102.6;
    }
    void published_steps_lie_within_the_band() {
        QFETCH(double, published);
        const QString name = QTest::currentDataTag();
        const Project project = read(name);
        QVERIFY(QString::fromStdString(project.description).contains(QString("%1 s a step").arg(published)));
        const auto against = published_against(project.scenarios.front(), evaluated(name));
        QVERIFY(against.has_value());
        QCOMPARE(against->run.step.si(), published);
        qInfo("published %.4g s, predicted %.4g s, band %.4g to %.4g s", published, against->productive.si(),
              against->low.si(), against->high.si());
        QVERIFY(against->is_in_band());
    }

    void runs_as_drawn_data() { rows(); }
    void runs_as_drawn() {
        QFETCH(double, gpus);
        const QString name = QTest::currentDataTag();
        for (size_t i = 0; i < read(name).scenarios.size(); ++i) {
            const Evaluation result = evaluated(name, i);
            QVERIFY2(result.feasible, qPrintable(QString::fromStdString(result.memory.would_fit)));
            QCOMPARE(result.gpus, gpus);
        }
    }

    /// What the stories say, in numbers; the first three from the articles that the example comes from.
    void stories_are_true() {
        const auto milliseconds = [](const Evaluation& e, StepPart which) { return part(e, which) * 1e3; };
        const double two = milliseconds(evaluated("generic-100m-2gpu"), StepPart::data_comm);
        QVERIFY2(two > 1 && two < 2.5, qPrintable(QString::number(two)));
        const double eight = milliseconds(evaluated("generic-100m-256gpu-8nic"), StepPart::data_comm);
        QVERIFY2(eight > 2 && eight < 4, qPrintable(QString::number(eight)));
        const double busy = milliseconds(evaluated("generic-100m-256gpu-1nic"), StepPart::data_comm);
        QVERIFY2(busy > 50 && busy < 100, qPrintable(QString::number(busy)));
        const double quiet = milliseconds(evaluated("generic-100m-256gpu-1nic", 1), StepPart::data_comm);
        const double full = milliseconds(evaluated("generic-100m-256gpu-1nic", 2), StepPart::data_comm);
        QVERIFY(busy > quiet && quiet > full && full > 20);

        // 256 GPUs under the same rails: the spines may go.
        QVERIFY(evaluated("dgx-h100-su", 1).step_time < evaluated("dgx-h100-su", 0).step_time * 1.01);
        // The pipeline across the pods' border costs more than gradients there.
        QVERIFY(evaluated("llama3-405b-16k", 1).step_time > evaluated("llama3-405b-16k", 0).step_time * 1.03);
        // Eight GPUs on NVLink wait less than on PCIe.
        QVERIFY(part(evaluated("ws-8gpu", 0), StepPart::data_comm) >
                5 * part(evaluated("ws-8gpu", 1), StepPart::data_comm));
        // The hot rack throttles and holds back all; cooled it throttles no more, replaced it holds nobody
        // back.
        const Evaluation hot = evaluated("shared-a100-hot-rack"),
                         cooled = evaluated("shared-a100-hot-rack", 1);
        const Evaluation replaced = evaluated("shared-a100-hot-rack", 2),
                         alone = evaluated("shared-a100-hot-rack", 3);
        QVERIFY(part(hot, StepPart::throttle) > 0);
        QCOMPARE(part(cooled, StepPart::throttle), 0.0);
        QVERIFY(hot.step_time > cooled.step_time && cooled.step_time > replaced.step_time);
        QVERIFY(replaced.step_time > alone.step_time);
    }
};

QTEST_GUILESS_MAIN(TestSamples)
#include "test_samples.moc"
