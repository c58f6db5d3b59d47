// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/clock_text.h"

#include <QCoreApplication>

namespace roofrack {
namespace {

struct ClockWords {
    Q_DECLARE_TR_FUNCTIONS(Clock)
};

} // namespace

QString throttle_cause_text(ThrottleCause throttle_cause) {
    switch (throttle_cause) {
    case ThrottleCause::none: return {};
    case ThrottleCause::power_cap: return ClockWords::tr("power cap");
    case ThrottleCause::thermal: return ClockWords::tr("chip temperature");
    case ThrottleCause::inlet: return ClockWords::tr("server inlet");
    case ThrottleCause::feed: return ClockWords::tr("feed");
    case ThrottleCause::cooling: return ClockWords::tr("cooling");
    case ThrottleCause::plant: return ClockWords::tr("cooling plant");
    case ThrottleCause::site: break;
    }
    return ClockWords::tr("site power");
}

QString clock_text(double speed, ThrottleCause throttle_cause) {
    const double percent = 100 * speed;
    const int decimals = throttle_cause != ThrottleCause::none && percent > 99.4 && percent < 99.95
                             ? 1
                             : 0; // held, so below 100
    const QString clock = ClockWords::tr("%1 % of boost").arg(percent, 0, 'f', decimals);
    const QString why = throttle_cause_text(throttle_cause);
    return why.isEmpty() ? clock : clock + QStringLiteral(" · ") + why;
}

QString clock_note(double speed) { return ClockWords::tr("%1 % clock").arg(100 * speed, 0, 'f', 0); }

} // namespace roofrack
