// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/overlays/bottleneck_overlay.h"

#include "widgets/fields/text.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace roofrack {

using namespace overlay_text;

namespace {

bool binds(const Finding& finding, ResourceKind kind) { return finding.binds && finding.binds->kind == kind; }

} // namespace

BottleneckOverlay::BottleneckOverlay(OverlayStyleDraft& draft)
    : m_draft(draft)
    , m_drawn(draft.cluster()) {}

std::vector<std::string> BottleneckOverlay::with_alike(const std::vector<std::string>& marked) const {
    std::vector<std::string> found = marked;
    if (!m_draft.loads()) return found;
    constexpr double hair = 0.02; // share of the limit: hashing and cable counts differ by less
    const std::unordered_set<std::string_view> known(marked.begin(), marked.end());
    std::unordered_map<std::string_view, double> loads;
    loads.reserve(m_draft.loads()->links.size());
    for (const LinkLoad& each : m_draft.loads()->links)
        if (!each.parts.empty()) loads.emplace(each.id, each.load());
    std::unordered_map<int, double> least; // load of the marked ones, by level
    for (const FabricPlaces::Placed& each : m_draft.loads()->places.links)
        if (const auto load = loads.find(each.id); load != loads.end() && known.contains(each.id)) {
            const auto [level, is_first] = least.emplace(each.level, load->second);
            level->second = std::min(level->second, load->second);
        }
    for (const FabricPlaces::Placed& each : m_draft.loads()->places.links) {
        const auto level = least.find(each.level);
        const auto load = loads.find(each.id);
        if (level != least.end() && load != loads.end() && load->second > level->second - hair &&
            !known.contains(each.id))
            found.push_back(each.id);
    }
    return found;
}

void BottleneckOverlay::mark(const std::string& id, const QColor& colour, const QString& meaning) {
    if (is_link(id)) {
        LinkStyle& style = m_draft.link(id);
        if (style.colour.isValid()) return; // the more severe finding came first
        style.colour = colour;
    } else if (const Element* drawn = m_drawn.find(id)) {
        // What stands in a rack is seen as its rack.
        const Element* parent = m_drawn.find(drawn->parent);
        ElementStyle& style = m_draft.element(parent && parent->kind == ElementKind::rack ? parent->id : id);
        if (style.frame.isValid() && style.frame != colour) return;
        style.frame = colour;
    } else {
        return;
    }
    m_draft.explain(colour, meaning);
}

/// What binds first, where it is in every server and nowhere else: its squares say so.
void BottleneckOverlay::mark_gpus(const Gain& gain) {
    const QColor colour = m_draft.theme().part(gain.part);
    const ResourceKind kind = gain.resource.kind;
    const bool is_in_servers = kind == ResourceKind::flops || kind == ResourceKind::hbm ||
                               kind == ResourceKind::scale_up || kind == ResourceKind::host ||
                               kind == ResourceKind::straggler || kind == ResourceKind::input;
    if (is_in_servers) {
        m_draft.plain().fill = colour;
        for (auto& [id, style] : m_draft.elements())
            if (!style.alarm) style.fill = colour;
    }
    m_draft.legend().entries.push_back({colour, OverlayWords::tr("binds: %1").arg(to_qt(gain.phrase()))});
}

void BottleneckOverlay::mark_finding(const Finding& finding) {
    if (binds(finding, ResourceKind::fabric)) {
        const StepPart part = finding.part.value_or(StepPart::data_comm);
        for (const std::string& id : with_alike(finding.where))
            mark(id, m_draft.theme().part(part), to_qt(label_of(part)));
        return;
    }
    for (const std::string& id : finding.where) {
        if (finding.id == finding_id::throttle || finding.severity == Severity::critical) {
            mark(id, m_draft.theme().critical,
                 finding.id == finding_id::throttle ? OverlayWords::tr("slowed by power or heat")
                                                    : OverlayWords::tr("cannot run"));
        } else if (finding.id == finding_id::straggler) {
            mark(id, m_draft.theme().part(StepPart::straggler), OverlayWords::tr("slowest group"));
        } else if (binds(finding, ResourceKind::scale_up)) {
            mark(id, m_draft.theme().part(StepPart::tensor_comm), OverlayWords::tr("scale-up links"));
        } else if (binds(finding, ResourceKind::storage) || finding.id == finding_id::input_stall) {
            mark(id, m_draft.theme().part(StepPart::input), OverlayWords::tr("storage"));
        }
    }
}

void BottleneckOverlay::colour() {
    m_draft.read_racks();
    const bool known = !m_draft.evaluation().power.racks.empty();
    if (known) { // what does not bind is grey, GPUs as links
        m_draft.plain().fill = m_draft.theme().disabled;
        for (auto& [id, style] : m_draft.elements())
            if (!style.alarm) style.fill = m_draft.theme().disabled;
    }
    const std::vector<Gain>& gains = m_draft.evaluation().gains;
    if (!gains.empty() && gains.front().where.empty()) mark_gpus(gains.front());
    // What binds is marked before what else there is to say, however grave that is.
    std::vector<const Finding*> findings;
    for (const Finding& each : m_draft.evaluation().findings) findings.push_back(&each);
    std::ranges::stable_partition(findings, [&gains](const Finding* each) {
        return each->severity == Severity::critical ||
               (!gains.empty() && each->binds == gains.front().resource);
    });
    bool fabric_marked = false;
    for (const Finding* const finding : findings) {
        const bool fabric = binds(*finding, ResourceKind::fabric);
        if (fabric && fabric_marked && finding->severity == Severity::info) continue;
        fabric_marked |= fabric;
        mark_finding(*finding);
    }
    m_draft.explain_alarms();
    for (const FabricLevel& level : m_draft.evaluation().levels)
        if (const auto found = m_draft.links().find(level.binding);
            found != m_draft.links().end() && level.oversubscription > 1.01)
            found->second.label = QString::number(level.oversubscription, 'g', 2) + QStringLiteral(":1");
    if (!m_draft.links().empty() || (known && m_draft.plain().fill == m_draft.theme().disabled))
        m_draft.explain(m_draft.theme().disabled, OverlayWords::tr("not binding"));
}

} // namespace roofrack
