// SPDX-License-Identifier: GPL-3.0-or-later
// Works the window for an hour at eight times a user's pace and watches what it holds:
//   soak [MINUTES [SEED [PACE [say]]]]   60 minutes; the seed is drawn and printed; 4 actions a second; "say"
//   names
//                                        each deed
// Ends with 1 when something has grown that should not, or when Qt had a warning.
#include "app/gui/headless/platform.h"
#include "tests/soak/deeds.h"
#include "tests/soak/desk.h"
#include "tests/soak/figures.h"
#include "tests/support/machine_messages.h"

#include <QApplication>
#include <QElapsedTimer>

#include <atomic>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <mutex>

namespace {

using namespace roofrack::soak;

std::atomic<int> warnings = 0;
const char* doing = "";

void count_warnings(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type == QtDebugMsg || type == QtInfoMsg || roofrack::test::is_of_machine(message)) return;
    ++warnings;
    std::fprintf(stderr, "warning, at “%s”: %s\n", doing, qPrintable(message));
    if (type == QtFatalMsg) std::abort();
}

std::vector<Deed> all_deeds() {
    std::vector<Deed> all;
    for (const auto& some : {canvas_deeds(), edit_deeds(), file_deeds(), view_deeds()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

const Deed& draw(Desk& desk, const std::vector<Deed>& deeds) {
    int total = 0;
    for (const Deed& deed : deeds) total += deed.weight;
    int left = desk.below(total);
    for (const Deed& deed : deeds) {
        left -= deed.weight;
        if (left < 0) return deed;
    }
    return deeds.back();
}

class Soak {
public:
    /// `pace`: actions a second.
    Soak(double minutes, unsigned seed, double pace, bool says)
        : m_minutes(minutes)
        , m_pace(pace)
        , m_says(says)
        , m_desk(seed) {}

    int run() {
        m_clock.start();
        double next_figures = pause();
        // What is made when it is first needed is not to be made late in the hour.
        constexpr int rounds = 3;
        for (int round = 0; round < rounds && minute() < m_minutes / 6; ++round)
            for (const Deed& deed : m_deeds) act(deed);
        while (minute() < m_minutes) {
            act(draw(m_desk, m_deeds));
            if (minute() < next_figures) continue;
            measure();
            next_figures = minute() + pause();
        }
        return verdict();
    }

private:
    double minute() const { return static_cast<double>(m_clock.elapsed()) / 60'000; }
    /// Between two measurements, minutes: half of one, in a short run so much less that there are enough.
    double pause() const { return std::clamp(m_minutes / 24, 0.1, 0.5); }

    void act(const Deed& deed) {
        constexpr int least = 20;                          // ms for the program between two
        if (!m_desk.window().isVisible()) m_desk.reopen(); // it was left by its own menu
        if (deed.needs_drawing && !m_desk.has_drawing()) {
            m_desk.window().actions().get("file.welcome")->trigger();
            if (!m_desk.has_drawing()) m_desk.rest();
        }
        doing = deed.name;
        if (m_says) std::fprintf(stderr, "%s\n", deed.name);
        QElapsedTimer timer;
        timer.start();
        deed.act(m_desk);
        if (timer.elapsed() > m_slowest) {
            m_slowest = timer.elapsed();
            m_slowest_deed = deed.name;
        }
        // What resting takes is made up for.
        const double due = static_cast<double>(m_actions + 1) / m_pace * 1000;
        m_desk.wait(std::clamp(static_cast<int>(due) - static_cast<int>(m_clock.elapsed()), least, 1000));
        m_desk.dialogs().forget();
        ++m_done[deed.name];
        ++m_actions;
    }

    void measure() {
        doing = "rest";
        m_desk.rest();
        Figures figures = take_figures(m_desk);
        figures.minute = minute();
        figures.actions = m_actions;
        figures.warnings = warnings;
        // Thousands of them would grow themselves.
        if (!m_taken.empty() && &m_taken.back() != reference(m_taken, m_minutes))
            m_taken.back().kinds.clear();
        m_taken.push_back(figures);
        fmt::print("{}  slowest {:.1f} s: {}\n", line_of(figures), static_cast<double>(m_slowest) / 1000,
                   m_slowest_deed);
        std::fflush(stdout);
        m_slowest = 0;
    }

    int verdict() {
        for (const auto& [name, times] : m_done) fmt::print("{} × {}, ", times, name);
        fmt::print("{} actions\n", m_actions);
        std::vector<std::string> faults = what_grew(m_taken, m_minutes);
        for (std::string& fault : faults) fault += " grew";
        if (warnings > 0) faults.push_back(fmt::format("{} warnings", warnings.load()));
        for (const std::string& fault : faults) fmt::print("FAILED: {}\n", fault);
        if (faults.empty()) fmt::print("passed\n");
        return faults.empty() ? 0 : 1;
    }

    const double m_minutes, m_pace;
    const bool m_says;
    const std::vector<Deed> m_deeds = all_deeds();
    Desk m_desk;
    QElapsedTimer m_clock;
    std::map<std::string, long> m_done;
    std::vector<Figures> m_taken;
    long m_actions = 0;
    qint64 m_slowest = 0;
    const char* m_slowest_deed = "";
};

} // namespace

int main(int argc, char** argv) {
    roofrack::give_back_large_blocks(); // as the program does
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    qInstallMessageHandler(count_warnings);
    const QStringList arguments = QApplication::arguments();
    const double minutes = arguments.value(1, QStringLiteral("60")).toDouble();
    const unsigned seed = arguments.size() > 2 ? arguments[2].toUInt() : std::random_device{}();
    const double pace = arguments.value(3, QStringLiteral("4")).toDouble();
    if (!(minutes > 0) || !(pace > 0)) {
        std::fputs("error: MINUTES, PACE: no numbers above 0: leave them out, or soak 60 1 4\n", stderr);
        return 2;
    }
    fmt::print("{} minutes, seed {}\n", minutes, seed);
    std::fflush(stdout);
    return Soak(minutes, seed, pace, arguments.value(4) == QLatin1String("say")).run();
}
