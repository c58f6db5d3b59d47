// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cli.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <map>
#include <vector>

namespace {

/// A row of docs/claims.md: what stands in code marks in its cells.
struct Claim {
    QString line;
    QStringList printed;  ///< what the commands print, in their order where there are several
    QStringList commands; ///< without the program's name
    QString factor;       ///< as written, empty without one: the second figure over the first
};

QString page() {
    QFile file(QStringLiteral(ROOFRACK_SOURCE_DIR "/docs/claims.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList in_code_marks(const QString& cell) {
    static const QRegularExpression code(QStringLiteral("`([^`]+)`"));
    QStringList out;
    for (auto it = code.globalMatch(cell); it.hasNext();) out << it.next().captured(1);
    return out;
}

std::vector<Claim> claims() {
    static const QRegularExpression factor(QStringLiteral("\\*\\*([0-9.]+) ×\\*\\*"));
    std::vector<Claim> out;
    for (const QString& line : page().split(u'\n')) {
        if (!line.startsWith(QStringLiteral("| ")) || line.startsWith(QStringLiteral("| they print")))
            continue;
        const QStringList cells = line.split(u'|');
        if (cells.size() != 5) qFatal("not three cells: %s", qPrintable(line));
        out.push_back(
            {line, in_code_marks(cells[2]), in_code_marks(cells[3]), factor.match(cells[2]).captured(1)});
    }
    return out;
}

/// The last number of a figure, its prefix counted: "11.13k tokens/s" is 11,130.
double last_number(const QString& figure) {
    static const QRegularExpression number(QStringLiteral("([0-9][0-9,]*\\.?[0-9]*) ?([a-zA-Zµ]*)"));
    static const std::map<QString, double> prefixes{{"k", 1e3}, {"M", 1e6}, {"ms", 1e-3}, {"µs", 1e-6}};
    double out = NAN;
    for (auto it = number.globalMatch(figure); it.hasNext();) {
        const auto match = it.next();
        const auto prefix = prefixes.find(match.captured(2));
        out = match.captured(1).remove(u',').toDouble() * (prefix == prefixes.end() ? 1 : prefix->second);
    }
    return out;
}

/// Digits behind the first one that is no nought.
int digits_of(const QString& written) {
    QString digits = written;
    digits.remove(u'.');
    while (digits.startsWith(u'0')) digits.remove(0, 1);
    return static_cast<int>(digits.size());
}

} // namespace

/// docs/claims.md, which is also a page of the guide: each of its commands is run and prints what it says.
class TestClaims : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void every_row_names_a_figure_and_its_command();
    void every_command_prints_what_the_page_says();
    void factors_follow_from_the_figures();
    void every_project_of_the_claims_is_used();
    void every_row_has_a_link_to_its_projects();

private:
    const std::vector<Claim> m_claims = claims();
};

void TestClaims::initTestCase() { QDir::setCurrent(QStringLiteral(ROOFRACK_SOURCE_DIR)); }

void TestClaims::every_row_names_a_figure_and_its_command() {
    QVERIFY(m_claims.size() >= 40);
    for (const Claim& claim : m_claims) {
        QVERIFY2(!claim.printed.empty() && !claim.commands.empty(), qPrintable(claim.line));
        QVERIFY2(claim.commands.size() == 1 || claim.commands.size() == claim.printed.size(),
                 qPrintable(claim.line));
        QVERIFY2(claim.factor.isEmpty() || claim.printed.size() == 2, qPrintable(claim.line));
    }
}

void TestClaims::every_command_prints_what_the_page_says() {
    std::map<QString, QString> answers;
    const auto answer = [&](const QString& command) {
        const auto [at, is_new] = answers.try_emplace(command);
        if (!is_new) return at->second;
        const auto run = roofrack::test::run_cli(QProcess::splitCommand(command));
        at->second = run.exit_code == 0 ? QString::fromUtf8(run.out).simplified()
                                        : QStringLiteral("fails: ") + QString::fromUtf8(run.err);
        return at->second;
    };
    for (const Claim& claim : m_claims)
        for (qsizetype i = 0; i < claim.printed.size(); ++i) {
            const QString& command = claim.commands[claim.commands.size() == 1 ? 0 : i];
            const QString said = answer(command);
            QVERIFY2(said.contains(claim.printed[i]),
                     qPrintable(QStringLiteral("“%1” is not what `%2` prints: %3")
                                    .arg(claim.printed[i], command, said.left(2000))));
        }
}

void TestClaims::factors_follow_from_the_figures() {
    int factors = 0;
    for (const Claim& claim : m_claims) {
        if (claim.factor.isEmpty()) continue;
        ++factors;
        const double found = last_number(claim.printed[1]) / last_number(claim.printed[0]);
        const int digits = digits_of(claim.factor);
        QCOMPARE(QString::number(claim.factor.toDouble(), 'g', digits), QString::number(found, 'g', digits));
    }
    QVERIFY(factors >= 5);
}

void TestClaims::every_project_of_the_claims_is_used() {
    const QString text = page();
    const QDir folder(QStringLiteral("samples/claims"));
    QVERIFY(folder.entryList(QDir::Files).size() >= 8);
    for (const QString& file : folder.entryList(QDir::Files)) {
        QVERIFY2(text.contains(QStringLiteral(" samples/claims/") + file), qPrintable(file));
        if (file.endsWith(QStringLiteral(".json")))
            QVERIFY2(text.contains(QStringLiteral("](../samples/claims/") + file), qPrintable(file));
    }
}

/// A link in the same section opens what the command of a row is asked of.
void TestClaims::every_row_has_a_link_to_its_projects() {
    static const QRegularExpression project(QStringLiteral("samples/[^ `]+\\.roofrack\\.json"));
    int asked = 0;
    for (const QString& section : page().split(QStringLiteral("\n### "))) {
        for (const QString& line : section.split(u'\n')) {
            if (!line.startsWith(QStringLiteral("| "))) continue;
            for (auto it = project.globalMatch(line); it.hasNext(); ++asked) {
                const QString path = it.next().captured();
                QVERIFY2(section.contains(QStringLiteral("](../") + path + u')'),
                         qPrintable(section.section(u'\n', 0, 0) + QStringLiteral(": ") + path));
            }
        }
    }
    QVERIFY(asked >= 40);
}

int main(int argc, char** argv) { // a program of its own: its commands take as long as ten other tests
    const QCoreApplication application(argc, argv);
    TestClaims test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_claims.moc"
