// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/measured/interchange/interchange.h"

#include <QtGlobal>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

/// Reads the execution traces of an export back, and runs them.
namespace roofrack::chakra {

using Json = nlohmann::json;

/// A node as read back.
struct Node {
    uint64_t id = 0, type = 0, micros = 0;
    std::string name;
    std::vector<uint64_t> deps;
    std::map<std::string, int64_t> numbers;
    std::map<std::string, std::string> texts;
};

/// A reader of the wire format of its own, so that writer and reader do not share a mistake.
class Wire {
public:
    explicit Wire(std::string_view bytes)
        : m_bytes(bytes) {}
    bool done() const { return m_at >= m_bytes.size(); }
    uint64_t varint() {
        uint64_t out = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (done()) qFatal("the trace ends inside a number");
            const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
            out |= static_cast<uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return out;
        }
        qFatal("a number of more than 64 bits");
        return 0;
    }
    std::string_view chunk() {
        const uint64_t size = varint();
        if (size > m_bytes.size() - m_at) qFatal("the trace ends inside a message");
        m_at += size;
        return m_bytes.substr(m_at - size, size);
    }

private:
    std::string_view m_bytes;
    size_t m_at = 0;
};

inline Node read_node(std::string_view bytes) {
    Node out;
    Wire wire(bytes);
    while (!wire.done()) {
        const uint64_t key = wire.varint();
        switch (key) { // field << 3 | wire type
        case 1 << 3: out.id = wire.varint(); break;
        case 2 << 3 | 2: out.name = wire.chunk(); break;
        case 3 << 3: out.type = wire.varint(); break;
        case 5 << 3 | 2: {
            Wire list(wire.chunk());
            while (!list.done()) out.deps.push_back(list.varint());
            break;
        }
        case 7 << 3: out.micros = wire.varint(); break;
        case 10 << 3 | 2: {
            Wire inner(wire.chunk());
            std::string name;
            while (!inner.done()) {
                const uint64_t field = inner.varint();
                if (field == (1 << 3 | 2))
                    name = inner.chunk();
                else if ((field & 7) == 2)
                    out.texts[name] = inner.chunk();
                else
                    out.numbers[name] = static_cast<int64_t>(inner.varint());
            }
            break;
        }
        default: qFatal("an unknown field %d", static_cast<int>(key));
        }
    }
    return out;
}

struct Export {
    std::map<std::string, std::string> files;
    std::vector<std::vector<Node>> ranks;
    std::map<std::string, std::vector<int>> groups;
    Exported summary;
};

inline Result<Export> exported(const Scenario& scenario, const AstraSimOptions& options = {}) {
    Export out;
    auto done = export_astra_sim(scenario, Catalog::built_in(), options,
                                 [&](const std::string& name, std::string_view text) -> Result<void> {
                                     out.files[name] = text;
                                     return {};
                                 });
    if (!done) return tl::unexpected(done.error());
    out.summary = std::move(*done);
    for (size_t rank = 0;; ++rank) {
        const auto file = out.files.find("workload/step." + std::to_string(rank) + ".et");
        if (file == out.files.end()) break;
        Wire wire(file->second);
        Wire metadata(wire.chunk());
        if (metadata.varint() != (1 << 3 | 2) || metadata.chunk() != "0.0.4") qFatal("no metadata");
        out.ranks.emplace_back();
        while (!wire.done()) out.ranks.back().push_back(read_node(wire.chunk()));
    }
    const Json groups = Json::parse(out.files["comm_group.json"]);
    for (const auto& [id, members] : groups.items()) out.groups[id] = members.get<std::vector<int>>();
    return out;
}

/// Runs the traces as ASTRA-sim does: a node starts when all that it needs is done, one computation and one
/// communication at a time on a rank, the lowest id first; a collective ends when every member has come, a
/// receive when the message has been sent. Communication takes no time. Returns the last end in seconds; -1
/// when ranks wait for each other for ever, or sizes of a collective differ.
inline double replay(const Export& traces) {
    struct Rank {
        std::vector<double> end;               // by id; < 0: not yet
        std::deque<const Node*> compute, comm; // in the order of ids
        double compute_free = 0, comm_free = 0;
    };
    std::vector<Rank> ranks(traces.ranks.size());
    size_t left = 0;
    for (size_t r = 0; r < ranks.size(); ++r) {
        ranks[r].end.assign(traces.ranks[r].size() + 1, -1);
        for (const Node& node : traces.ranks[r])
            (node.type == 4 ? ranks[r].compute : ranks[r].comm).push_back(&node);
        left += traces.ranks[r].size();
    }
    std::map<std::tuple<int64_t, int64_t, int64_t>, double> sent;
    std::map<std::string, std::map<int, std::pair<double, const Node*>>> gathered;
    double last = 0;
    for (bool moved = true; moved && left > 0;) {
        moved = false;
        for (size_t r = 0; r < ranks.size(); ++r) {
            Rank& rank = ranks[r];
            const auto ready = [&](const Node& node) {
                double at = 0;
                for (const uint64_t id : node.deps) {
                    if (rank.end[id] < 0) return -1.0;
                    at = std::max(at, rank.end[id]);
                }
                return at;
            };
            const auto finish = [&](std::deque<const Node*>& queue, double at) {
                rank.end[queue.front()->id] = at;
                last = std::max(last, at);
                queue.pop_front();
                --left;
                moved = true;
            };
            while (!rank.compute.empty()) {
                const Node& node = *rank.compute.front();
                const double at = ready(node);
                if (at < 0) break;
                rank.compute_free = std::max(rank.compute_free, at) + static_cast<double>(node.micros) * 1e-6;
                finish(rank.compute, rank.compute_free);
            }
            while (!rank.comm.empty()) {
                const Node& node = *rank.comm.front();
                double at = ready(node);
                if (at < 0) break;
                at = std::max(at, rank.comm_free);
                if (node.type == 5) {
                    sent[{node.numbers.at("comm_src"), node.numbers.at("comm_dst"),
                          node.numbers.at("comm_tag")}] = at;
                } else if (node.type == 6) {
                    const auto it = sent.find({node.numbers.at("comm_src"), node.numbers.at("comm_dst"),
                                               node.numbers.at("comm_tag")});
                    if (it == sent.end()) break;
                    at = std::max(at, it->second);
                    sent.erase(it);
                } else {
                    const std::string& group = node.texts.at("pg_name");
                    const auto& members = traces.groups.at(group);
                    auto& here = gathered[group];
                    here.emplace(static_cast<int>(r), std::pair(at, &node));
                    if (here.size() < members.size()) break;
                    double all = 0;
                    for (const auto& [member, arrival] : here) {
                        all = std::max(all, arrival.first);
                        if (arrival.second->numbers != node.numbers) return -1;
                    }
                    for (const auto& [member, arrival] : here) {
                        Rank& other = ranks[static_cast<size_t>(member)];
                        if (other.comm.empty() || other.comm.front() != arrival.second) return -1;
                        other.comm_free = all;
                        if (static_cast<size_t>(member) == r) continue;
                        other.end[arrival.second->id] = all;
                        other.comm.pop_front();
                        --left;
                    }
                    here.clear();
                    at = all;
                }
                rank.comm_free = at;
                finish(rank.comm, at);
            }
        }
    }
    return left > 0 || !sent.empty() ? -1 : last;
}

} // namespace roofrack::chakra
