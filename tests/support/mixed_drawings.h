// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/sample.h"

#include <QTest>

#include <cmath>
#include <fmt/format.h>

namespace roofrack::test {

inline const Catalog& catalog() { return Catalog::built_in(); }

inline Scenario read(const std::string& cluster, const std::string& workload, const std::string& plan) {
    auto loaded = parse_project(
        fmt::format(
            R"({{"schema": 1, "scenarios": [{{"name": "mixed", "cluster": {}, "workload": {}, "plan": {},
            "site": {{"straggler_cv_persistent": 0, "straggler_cv_iid": 0}}}}]}})",
            cluster, workload, plan),
        catalog());
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    return std::move(loaded->project.scenarios.front());
}

inline Evaluation run(const Scenario& scenario) { return evaluate(prepared(scenario)); }

inline double part(const Evaluation& evaluation, StepPart which) {
    return evaluation.parts[static_cast<size_t>(which)];
}

/// Within so much of a computation by hand.
inline bool near(double value, double by_hand, double share) {
    return std::abs(value / by_hand - 1) <= share;
}

#define NEAR(value, by_hand, share)                                                                          \
    QVERIFY2(near(value, by_hand, share),                                                                    \
             qPrintable(QString("%1 against %2 by hand").arg(double(value)).arg(double(by_hand))))

/// Eight servers of eight GPUs with a NIC each, and `odd` with one GPU and one NIC, under one switch.
inline Scenario with_odd_servers(int odd) {
    std::string servers = R"({"id": "dgx", "kind": "server", "count": 8, "part": "dgx-h100"})";
    std::string links = R"({"id": "a", "from": "dgx", "to": "leaf", "count": 8})";
    if (odd > 0) {
        servers += fmt::format(R"(, {{"id": "odd", "kind": "server", "count": {}, "part":
            {{"id": "one", "base": "dgx-h100", "gpus": 1, "scale_up_domain": 1, "nics": 1}}}})",
                               odd);
        links += R"(, {"id": "b", "from": "odd", "to": "leaf"})";
    }
    return read(fmt::format(R"({{"elements": [{}, {{"id": "leaf", "kind": "switch", "part": "qm9700"}}],
                                "links": [{}]}})",
                            servers, links),
                R"({"model": "generic-100m", "global_batch": 2080})",
                R"({"zero": 0, "dp_overlap": false, "software": "fsdp", "micro_batch": 1})");
}

/// Two sites of `servers` DGX H100 each under one switch a site, joined by as many cables as leave the sites.
inline std::string two_sites(int servers) {
    return fmt::format(R"({{"elements": [
        {{"id": "here", "kind": "site"}}, {{"id": "there", "kind": "site"}},
        {{"id": "a", "kind": "server", "count": {0}, "part": "dgx-h100", "in": "here"}},
        {{"id": "b", "kind": "server", "count": {0}, "part": "dgx-h100", "in": "there"}},
        {{"id": "leaf-a", "kind": "switch", "part": "qm9700", "in": "here"}},
        {{"id": "leaf-b", "kind": "switch", "part": "qm9700", "in": "there"}}],
      "links": [{{"id": "la", "from": "a", "to": "leaf-a", "count": 8}},
        {{"id": "lb", "from": "b", "to": "leaf-b", "count": 8}},
        {{"id": "wan", "from": "leaf-a", "to": "leaf-b", "count": {1}}}]}})",
                       servers, 8 * servers);
}

/// 64 A100 beside 64 H100, or these alone, by a plan whose exchanges hide, so that arithmetic sets the pace.
inline Scenario two_generations(bool both = true) {
    const std::string old = R"({"id": "old", "kind": "server", "count": 8, "part": "dgx-a100"},)";
    const std::string cables = R"({"id": "a", "from": "old", "to": "leaf", "count": 8},)";
    return read(fmt::format(R"({{"elements": [{}
        {{"id": "new", "kind": "server", "count": 8, "part": "dgx-h100"}},
        {{"id": "leaf", "kind": "switch", "part": "qm9700", "count": 1}}],
      "links": [{} {{"id": "b", "from": "new", "to": "leaf", "count": 8}}]}})",
                            both ? old : "", both ? cables : ""),
                R"({"model": "llama3-8b", "global_batch": 1024})",
                R"({"tp": 2, "zero": 1, "micro_batch": 1, "software": "megatron-core"})");
}

} // namespace roofrack::test
