// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wizard/template_lane.h"

#include "core/study/scenario_like.h"

namespace roofrack {

TemplateLane::TemplateLane(const Catalog& catalog, QObject* parent)
    : QObject(parent)
    , m_catalog(catalog)
    , m_worker([this](Pending& job, const std::stop_token& stop) { work(job, stop); }) {}

TemplateLane::~TemplateLane() = default; // figures already queued for this object die with it

quint64 TemplateLane::request(Scenario scenario, Becoming becoming) {
    ++m_requested;
    m_worker.post({std::make_shared<const Scenario>(std::move(scenario)), m_requested, std::move(becoming)});
    return m_requested;
}

void TemplateLane::work(const Pending& job, const std::stop_token& stop) {
    const auto scenario = std::make_shared<const Scenario>(
        job.becoming ? job.becoming(*job.scenario, stop) : with_opening_plan(*job.scenario, m_catalog, stop));
    auto figures = std::make_shared<const ClusterSummary>(cluster_summary(*scenario, m_catalog));
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this, [this, number = job.number, scenario, figures] { Q_EMIT figured(number, scenario, figures); },
        Qt::QueuedConnection);
}

} // namespace roofrack
