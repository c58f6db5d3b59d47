// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/cluster_summary.h"
#include "widgets/editor/latest_worker.h"

#include <QObject>

#include <functional>
#include <memory>

namespace roofrack {

/// Figures of drawings that are being tried out, on a thread of its own: one at work, one waiting (the latest
/// wins). Destruction joins the thread.
class TemplateLane : public QObject {
    Q_OBJECT

public:
    explicit TemplateLane(const Catalog& catalog, QObject* parent = nullptr);
    ~TemplateLane() override;

    /// What a drawing becomes before its figures are worked out, on the lane's thread.
    using Becoming = std::function<Scenario(Scenario made, const std::stop_token& stop)>;

    /// Returns at once with the number of the request.
    quint64 request(Scenario scenario, Becoming becoming = {});

Q_SIGNALS:
    /// On this object's thread; `scenario` is what they are of.
    void figured(quint64 request, std::shared_ptr<const roofrack::Scenario> scenario,
                 std::shared_ptr<const roofrack::ClusterSummary> figures);

private:
    struct Pending {
        std::shared_ptr<const Scenario> scenario;
        quint64 number = 0;
        Becoming becoming;
    };
    void work(const Pending& job, const std::stop_token& stop);

    const Catalog& m_catalog;
    quint64 m_requested = 0;
    LatestWorker<Pending> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
