// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/median.h"
#include "core/measured/draft/file_facts.h"
#include "core/measured/draft/operator_events.h"
#include "core/measured/trace/event_stream.h"
#include "core/measured/trace/text/json_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr size_t profile_window = size_t{512} << 10;

struct ProcessGroup {
    std::string about; ///< "TENSOR_MODEL_PARALLEL_GROUP", "mesh_tp"
    int size = 0;
};

/// What the profiler writes before and behind the events.
struct ProfileHead {
    int devices = 0; ///< all that the machine has, used or not
    double memory = 0;
    std::string backend, nccl_version;
    std::vector<ProcessGroup> groups;
    bool has_world = false;
};

int whole_of(std::string_view token) {
    int value = 0;
    const std::string_view text = unquoted(token);
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

void read_groups(std::string_view token, ProfileHead& head) {
    JsonScanner groups(token);
    groups.elements([&](std::string_view element) {
        ProcessGroup group;
        JsonScanner members(element);
        members.members([&](std::string_view key, std::string_view value) {
            if (key == "\"pg_desc\"") group.about = decoded(value);
            if (key == "\"pg_size\"") group.size = whole_of(value);
        });
        head.groups.push_back(std::move(group));
    });
}

void read_head(std::string_view text, ProfileHead& head) {
    JsonScanner distributed(member_text(text, "\"distributedInfo\"", '{'));
    distributed.members([&](std::string_view key, std::string_view token) {
        if (key == "\"backend\"") head.backend = decoded(token);
        if (key == "\"nccl_version\"") head.nccl_version = decoded(token);
        if (key == "\"world_size\"") head.has_world = true;
        if (key == "\"pg_config\"") read_groups(token, head);
    });
    JsonScanner devices(member_text(text, "\"deviceProperties\"", '['));
    devices.elements([&](std::string_view element) {
        ++head.devices;
        JsonScanner device(element);
        device.members([&](std::string_view key, std::string_view token) {
            if (key != "\"totalGlobalMem\"") return;
            double bytes = 0;
            std::from_chars(token.data(), token.data() + token.size(), bytes);
            head.memory = std::max(head.memory, bytes);
        });
    });
}

/// Degrees by the names that Megatron-Core and PyTorch's device meshes give their groups.
void tell_groups(const ProfileHead& head, const std::string& file, ToldRun& run) {
    struct Name {
        std::string_view key, megatron, mesh;
    };
    static constexpr std::array<Name, 4> known{{{"tp", "TENSOR_MODEL_PARALLEL_GROUP", "mesh_tp"},
                                                {"pp", "PIPELINE_MODEL_PARALLEL_GROUP", "mesh_pp"},
                                                {"cp", "CONTEXT_PARALLEL_GROUP", "mesh_cp"},
                                                {"ep", "EXPERT_MODEL_PARALLEL_GROUP", "mesh_ep"}}};
    for (const ProcessGroup& group : head.groups)
        for (const Name& name : known) {
            if (group.size <= 0 || (group.about != name.megatron && group.about != name.mesh)) continue;
            run.tell(name.key, fmt::format("{}", group.size),
                     fmt::format("the process group {} has {} ranks", group.about, group.size), file);
            if (group.about == name.megatron)
                run.guess("software", "megatron-core", "its process groups are named as Megatron-Core's",
                          file);
        }
}

void tell_servers(const ProfileHead& head, const std::string& file, ToldRun& run) {
    if (head.devices <= 0) return;
    const double world = run.number("gpus");
    const std::string count = fmt::format("{}", head.devices);
    if (world == head.devices)
        run.tell(
            "gpus_per_server", count,
            fmt::format("the machine of this rank has {} devices, as many as there are ranks", head.devices),
            file);
    else if (world > 0 && world < head.devices)
        run.guess("gpus_per_server", count,
                  fmt::format("the machine of this rank has {} devices: room for all {:g} ranks",
                              head.devices, world),
                  file);
    else
        run.guess("gpus_per_server", count,
                  fmt::format("the machine of this rank has {} devices: the others are taken to be alike",
                              head.devices),
                  file);
}

/// The median of its steps, or all that was recorded where none is marked.
MeasuredComputation step_of(const TraceRank& rank) {
    if (!rank.times) return {};
    std::vector<double> compute, idle;
    for (const TraceStep& step : rank.steps)
        if (step.times) {
            compute.push_back(static_cast<double>(step.times->compute_ns) * 1e-9);
            idle.push_back(static_cast<double>(step.times->idle_ns) * 1e-9);
        }
    if (!compute.empty()) return {median(std::move(compute)), median(std::move(idle))};
    return {static_cast<double>(rank.times->compute_ns) * 1e-9,
            static_cast<double>(rank.times->idle_ns) * 1e-9};
}

/// Reads the file for what no notes were kept of.
Result<void> read_again(const MeasuredFile& file, ProfileHead& head, OperatorShapes& shapes) {
    auto source = TextSource::open(file.file, {});
    if (!source) return tl::unexpected(source.error());
    WarningLog warnings(file.file);
    ShapeSink sink(shapes);
    EventStream stream(*source, "traceEvents", warnings, profile_window);
    if (auto done = stream.read(sink, [] { return true; }); !done) return tl::unexpected(done.error());
    read_head(stream.header(), head);
    read_head(stream.trailer(), head);
    return {};
}

} // namespace

std::string short_name(const MeasuredFile& file) {
    return std::filesystem::path(file.file).filename().string();
}

void read_profile_facts(const MeasuredFile& file, const TraceRank* activity, ToldRun& run) {
    ProfileHead head;
    OperatorShapes shapes;
    if (activity && activity->notes) {
        read_head(activity->notes->header, head);
        read_head(activity->notes->trailer, head);
        add_notes(*activity->notes, shapes);
    } else if (const auto done = read_again(file, head, shapes); !done) {
        run.unread.push_back(done.error());
        return;
    }
    const std::string name = short_name(file);
    if (head.memory > 0)
        run.tell("gpu_memory", fmt::format("{:.0f}", head.memory), "totalGlobalMem of its devices", name);
    tell_servers(head, name, run);
    tell_groups(head, name, run);
    if (!head.nccl_version.empty())
        run.tell("nccl", head.nccl_version, "nccl_version of distributedInfo", name);
    run.guess("software", "PyTorch", "its profiler wrote the file", name);

    shapes.conclude(name, activity ? step_of(*activity) : MeasuredComputation(), run);
}

void read_operator_facts(const MeasuredFile& file, ToldRun& run) {
    constexpr size_t most_text = size_t{128} << 20;
    auto source = TextSource::open(file.file, {});
    if (!source) {
        run.unread.push_back(source.error());
        return;
    }
    std::string text;
    constexpr size_t piece = size_t{4} << 20;
    while (text.size() < most_text) {
        const size_t before = text.size();
        text.resize(before + piece);
        const size_t read = source->read(text.data() + before, piece);
        text.resize(before + read);
        if (read < piece) break;
    }
    OperatorShapes shapes;
    add_nodes(text, shapes);
    shapes.conclude(short_name(file), {}, run);
}

} // namespace roofrack
