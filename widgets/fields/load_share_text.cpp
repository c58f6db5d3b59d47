// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/load_share_text.h"

#include "core/base/units/limit_share_text.h"

#include <QCoreApplication>

namespace roofrack {

namespace {

struct LoadWords {
    Q_DECLARE_TR_FUNCTIONS(Load)
};

QString whole_percent(double share) { return QString::number(100 * share, 'f', 0) + QStringLiteral(" %"); }

} // namespace

QString load_share_text(double share) {
    if (share > most_in_folds) return LoadWords::tr("over %1-fold").arg(most_in_folds);
    if (share > most_in_percent) return LoadWords::tr("%1-fold").arg(share, 0, 'f', 0);
    return whole_percent(share);
}

QString load_margin_text(double margin) {
    return 1 - margin > most_in_percent ? LoadWords::tr("%1 load").arg(load_share_text(1 - margin))
                                        : whole_percent(margin);
}

} // namespace roofrack
