// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <QObject>

#include <string>
#include <vector>

namespace roofrack {

/// The chosen elements and links by id, in the order of choosing. Shared by canvas, outline, inspector and
/// findings.
class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(QObject* parent = nullptr);

    const std::vector<std::string>& ids() const { return m_ids; }
    bool is_empty() const { return m_ids.empty(); }
    bool contains(std::string_view id) const;
    /// The one chosen last; empty when nothing is chosen.
    std::string primary() const { return m_ids.empty() ? std::string() : m_ids.back(); }

    void set(std::vector<std::string> ids);
    void set_one(const std::string& id) { set({id}); }
    void add(const std::vector<std::string>& ids);
    void toggle(const std::string& id);
    void clear() { set({}); }
    /// Drops ids that the cluster no longer has.
    void prune(const Cluster& cluster);

Q_SIGNALS:
    void changed();

private:
    std::vector<std::string> m_ids;
};

} // namespace roofrack
