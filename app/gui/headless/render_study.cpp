// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/render_study.h"

#include "core/study/scenario_curve.h"

namespace roofrack {

namespace {

QString show_option() { return QStringLiteral("show"); }
QString linear_option() { return QStringLiteral("linear"); }
QString log_option() { return QStringLiteral("logarithmic"); }
QString amdahl_option() { return QStringLiteral("amdahl"); }
QString band_option() { return QStringLiteral("no-band"); }
QString beside_option() { return QStringLiteral("compare"); }

std::string quantity_names() {
    std::string names;
    for (const ScaleQuantity quantity : scale_quantities)
        names += (names.empty() ? "" : ", ") + std::string(name_of(quantity));
    return names;
}

} // namespace

void add_study_options(QCommandLineParser& parser) {
    parser.addOptions(
        {{show_option(),
          QStringLiteral("what scaling shows: %1").arg(QString::fromStdString(quantity_names())),
          QStringLiteral("NAME"), QStringLiteral("speedup")},
         {linear_option(),
          QStringLiteral("axis of scaling that is linear: gpus or values; may be given again"),
          QStringLiteral("AXIS")},
         {log_option(),
          QStringLiteral("axis of scaling that is logarithmic: gpus or values; may be given again"),
          QStringLiteral("AXIS")},
         {amdahl_option(), QStringLiteral("scaling with Amdahl's law; not of dollars and energy")},
         {band_option(), QStringLiteral("scaling without the model's band")},
         {beside_option(), QStringLiteral("another scenario beside it in scaling; up to three times"),
          QStringLiteral("SCENARIO")}});
}

Result<StudyView> read_study_view(const QCommandLineParser& parser) {
    StudyView out;
    const std::string name = parser.value(show_option()).toStdString();
    const auto quantity = scale_quantity(name);
    if (!quantity) return fail("--show", "there is no quantity '" + name + "'", "one of " + quantity_names());
    out.quantity = *quantity;
    for (const bool is_log : {false, true})
        for (const QString& axis : parser.values(is_log ? log_option() : linear_option())) {
            if (axis == u"gpus")
                out.log_gpus = is_log;
            else if (axis == u"values")
                out.set_log(is_log);
            else
                return fail(is_log ? "--logarithmic" : "--linear",
                            "there is no axis '" + axis.toStdString() + "'", "gpus or values");
        }
    out.law = parser.isSet(amdahl_option());
    if (out.law && !is_of_rate(out.quantity))
        return fail(
            "--amdahl", "Amdahl's law says nothing of " + name,
            "leave it out, or show what follows from the rate alone: rate, speedup, efficiency, days");
    out.band = !parser.isSet(band_option());
    out.beside = parser.values(beside_option());
    if (out.beside.size() >= static_cast<qsizetype>(most_overlaid))
        return fail("--compare", "too many scenarios", "give three at most");
    return out;
}

Result<void> put_beside(const Project& project, const StudyView& view, const Catalog& catalog,
                        ChartData& data) {
    for (const QString& name : view.beside) {
        const Scenario* scenario = project.find_scenario(name.toStdString());
        if (!scenario)
            return fail("--compare", "there is no scenario '" + name.toStdString() + "'",
                        "name another scenario of the project");
        data.beside.push_back(std::make_shared<const ScenarioCurve>(scenario_curve(
            *scenario, catalog, {}, {.metric = data.given().metric, .replan = data.best_plan})));
    }
    return {};
}

} // namespace roofrack
