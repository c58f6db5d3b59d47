// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/nccl_log_gpus.h"

#include <QTest>

using namespace roofrack;

class TestNcclLogGpus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_header_names_them() {
        const auto gpus = gpus_of_nccl_log(ROOFRACK_SOURCE_DIR "/tests/data/nccl/all_reduce_2x8.txt");
        QCOMPARE(gpus, std::vector<std::string>{"NVIDIA H100 80GB HBM3"});
        QVERIFY(gpus_of_nccl_log(ROOFRACK_SOURCE_DIR "/README.md").empty());
        QVERIFY(gpus_of_nccl_log("/nowhere").empty());
    }

    void another_model_is_said() {
        const std::vector<std::string> a100{"NVIDIA A100-SXM4-80GB"}, h100{"NVIDIA H100 80GB HBM3"};
        const std::string said = other_gpu_warning(a100, {"NVIDIA H100 SXM5"});
        QVERIFY2(said.find("A100") != std::string::npos && said.find("H100 SXM5") != std::string::npos,
                 said.c_str());
        QCOMPARE(other_gpu_warning(h100, {"NVIDIA H100 SXM5"}), std::string());
        QCOMPARE(other_gpu_warning(h100, {"NVIDIA A100 SXM4 80GB", "h100-sxm5"}), std::string());
        QCOMPARE(other_gpu_warning({}, {"NVIDIA H100 SXM5"}), std::string());
        QVERIFY(!other_gpu_warning({"AMD Instinct MI300X"}, {"NVIDIA H100 SXM5"}).empty());
        QVERIFY(!other_gpu_warning({"NVIDIA B200"}, {"NVIDIA GB200"}).empty());
    }
};

QTEST_APPLESS_MAIN(TestNcclLogGpus)

#include "test_nccl_log_gpus.moc"
