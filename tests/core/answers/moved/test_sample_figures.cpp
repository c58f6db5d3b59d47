// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of the samples are on record, so that a change of the model shows in review as what it moves.
// ROOFRACK_FIGURES=renew writes the record anew.
#include "core/answers/moved/moved_figures.h"
#include "core/base/units/csv_cell.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/sample.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <map>

using namespace roofrack;

namespace {

constexpr const char* record_path = ROOFRACK_SOURCE_DIR "/tests/data/sample_figures.csv";
constexpr double recorded_digits = 1e-6; ///< share by which compilers may differ

/// "sample,scenario,figure" → value.
using Record = std::map<std::string, double>;

Record figures_now() {
    Record out;
    for (const std::string& name : test::sample_names()) {
        const std::string path = ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json";
        const auto read = read_project(path, Catalog::built_in());
        if (!read) qFatal("%s", read.error().text().c_str());
        const KeptFigures kept =
            figures_to_keep(read->project, Catalog::built_in(), ROOFRACK_SOURCE_DIR "/samples", "");
        for (const KeptFigure& each : kept.figures)
            out[csv_cell(name) + ',' + csv_cell(each.scenario) + ',' + each.figure] = each.value;
    }
    return out;
}

Record recorded() {
    Record out;
    QFile file(QString::fromLatin1(record_path));
    if (!file.open(QIODevice::ReadOnly)) return out;
    for (const QByteArray& line : file.readAll().split('\n')) {
        const qsizetype comma = line.lastIndexOf(',');
        if (comma > 0) out[line.left(comma).toStdString()] = line.mid(comma + 1).toDouble();
    }
    return out;
}

} // namespace

class TestSampleFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void they_are_as_recorded() {
        const Record now = figures_now();
        QVERIFY(now.size() > 200);
        if (qEnvironmentVariable("ROOFRACK_FIGURES") == QLatin1String("renew")) {
            QFile file(QString::fromLatin1(record_path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            for (const auto& [key, value] : now)
                file.write((key + ',').c_str() + QByteArray::number(value, 'g', 9) + '\n');
            return;
        }
        const Record was = recorded();
        QStringList moves;
        for (const auto& [key, value] : was)
            if (const auto found = now.find(key); found == now.end())
                moves << QStringLiteral("%1: %2, none now").arg(QString::fromStdString(key)).arg(value);
            else if (std::abs(found->second - value) >
                     recorded_digits * std::max(std::abs(value), std::abs(found->second)))
                moves << QStringLiteral("%1: %2 to %3")
                             .arg(QString::fromStdString(key))
                             .arg(value)
                             .arg(found->second);
        for (const auto& [key, value] : now)
            if (!was.contains(key))
                moves << QStringLiteral("%1: new, %2").arg(QString::fromStdString(key)).arg(value);
        QVERIFY2(moves.isEmpty(),
                 qPrintable(QStringLiteral("%1 figures moved; ROOFRACK_FIGURES=renew records "
                                           "them:\n%2")
                                .arg(moves.size())
                                .arg(moves.join(u'\n'))));
    }
};

QTEST_GUILESS_MAIN(TestSampleFigures)
#include "test_sample_figures.moc"
