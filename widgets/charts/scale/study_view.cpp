// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/study_view.h"

#include "widgets/charts/chart_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace roofrack {

StudyView::StudyView() {
    for (const ScaleQuantity each : {ScaleQuantity::rate, ScaleQuantity::speedup, ScaleQuantity::days})
        log_values.set(static_cast<size_t>(each));
}

QString StudyView::text() const {
    QJsonObject values;
    for (const ScaleQuantity each : scale_quantities)
        values[qt(name_of(each))] = log_values[static_cast<size_t>(each)];
    const QJsonObject all{{QStringLiteral("quantity"), qt(name_of(quantity))},
                          {QStringLiteral("log_gpus"), log_gpus},
                          {QStringLiteral("log_values"), values},
                          {QStringLiteral("band"), band},
                          {QStringLiteral("law"), law},
                          {QStringLiteral("beside"), QJsonArray::fromStringList(beside)}};
    return QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact));
}

StudyView StudyView::of_text(const QString& text) {
    StudyView out;
    const QJsonObject all = QJsonDocument::fromJson(text.toUtf8()).object();
    const QString name = all[QStringLiteral("quantity")].toString();
    out.quantity = scale_quantity(name.toStdString()).value_or(out.quantity);
    const QJsonObject values = all[QStringLiteral("log_values")].toObject();
    for (const ScaleQuantity each : scale_quantities) {
        const auto place = static_cast<size_t>(each);
        out.log_values[place] = values[qt(name_of(each))].toBool(out.log_values[place]);
    }
    out.log_gpus = all[QStringLiteral("log_gpus")].toBool(out.log_gpus);
    out.band = all[QStringLiteral("band")].toBool(out.band);
    out.law = all[QStringLiteral("law")].toBool(out.law);
    const QJsonArray beside = all[QStringLiteral("beside")].toArray();
    for (const auto& scenario : beside)
        if (scenario.isString()) out.beside << scenario.toString();
    return out;
}

} // namespace roofrack
