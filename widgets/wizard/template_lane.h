// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cluster_figures.h"

#include <QObject>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace roofrack {

/// Figures of drawings that are being tried out, on a thread of its own: one at work, one waiting (the latest
/// wins). Destruction joins the thread.
class TemplateLane : public QObject {
    Q_OBJECT

public:
    explicit TemplateLane(const Catalog& catalog, QObject* parent = nullptr);
    ~TemplateLane() override;

    /// Returns at once with the number of the request.
    quint64 request(Scenario scenario);

Q_SIGNALS:
    /// On this object's thread; `scenario` is what they are of.
    void figured(quint64 request, std::shared_ptr<const roofrack::Scenario> scenario,
                 std::shared_ptr<const roofrack::ClusterFigures> figures);

private:
    struct Pending {
        std::shared_ptr<const Scenario> scenario;
        quint64 number = 0;
    };
    void work(std::stop_token stop);

    const Catalog& m_catalog;
    quint64 m_requested = 0;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<Pending> m_pending; ///< guarded by m_mutex
    std::jthread m_worker;            ///< last: it uses all of the above
};

} // namespace roofrack
