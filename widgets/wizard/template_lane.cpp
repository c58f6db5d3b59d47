// SPDX-License-Identifier: GPL-3.0-or-later
#include "wizard/template_lane.h"

namespace roofrack {

TemplateLane::TemplateLane(const Catalog& catalog, QObject* parent)
    : QObject(parent)
    , m_catalog(catalog)
    , m_worker([this](std::stop_token stop) { work(stop); }) {}

TemplateLane::~TemplateLane() {
    m_worker.request_stop();
    m_worker.join(); // figures already queued for this object die with it
}

quint64 TemplateLane::request(Scenario scenario) {
    ++m_requested;
    {
        const std::lock_guard lock(m_mutex);
        m_pending = Pending{std::make_shared<const Scenario>(std::move(scenario)), m_requested};
    }
    m_wake.notify_one();
    return m_requested;
}

void TemplateLane::work(std::stop_token stop) {
    while (true) {
        Pending job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return m_pending.has_value(); })) return;
            job = std::move(*m_pending);
            m_pending.reset();
        }
        auto figures = std::make_shared<const ClusterFigures>(cluster_figures(*job.scenario, m_catalog));
        if (stop.stop_requested()) return;
        QMetaObject::invokeMethod(
            this, [this, job, figures] { Q_EMIT figured(job.number, job.scenario, figures); },
            Qt::QueuedConnection);
    }
}

} // namespace roofrack
