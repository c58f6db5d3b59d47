// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/clock_text.h"

#include <QCoreApplication>

namespace roofrack {
namespace {

struct ClockWords {
    Q_DECLARE_TR_FUNCTIONS(Clock)
};

} // namespace

QString clip_text(Clip clip) {
    switch (clip) {
    case Clip::none: return {};
    case Clip::power_cap: return ClockWords::tr("power cap");
    case Clip::thermal: return ClockWords::tr("chip temperature");
    case Clip::inlet: return ClockWords::tr("server inlet");
    case Clip::feed: return ClockWords::tr("feed");
    case Clip::cooling: return ClockWords::tr("cooling");
    case Clip::plant: return ClockWords::tr("cooling plant");
    case Clip::site: break;
    }
    return ClockWords::tr("site power");
}

QString clock_text(double speed, Clip clip) {
    const double percent = 100 * speed;
    const int decimals =
        clip != Clip::none && percent > 99.4 && percent < 99.95 ? 1 : 0; // held, so below 100
    const QString clock = ClockWords::tr("%1 % of boost").arg(percent, 0, 'f', decimals);
    const QString why = clip_text(clip);
    return why.isEmpty() ? clock : clock + QStringLiteral(" · ") + why;
}

QString clock_note(double speed) { return ClockWords::tr("%1 % clock").arg(100 * speed, 0, 'f', 0); }

} // namespace roofrack
