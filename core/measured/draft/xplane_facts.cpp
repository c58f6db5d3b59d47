// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/ascii_text.h"
#include "core/measured/draft/file_facts.h"
#include "core/measured/trace/protobuf/protobuf_stream.h"
#include "core/measured/trace/xplane/xplane_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

constexpr uint32_t space_hostnames = 4; // a field of XSpace
constexpr uint64_t longest_host = 256;

} // namespace

void read_xplane_facts(const MeasuredFile& file, ToldRun& run) {
    auto source = TextSource::open(file.file, {});
    if (!source) {
        run.unread.push_back(source.error());
        return;
    }
    constexpr size_t window = size_t{256} << 10;
    ProtobufStream stream(*source, window);
    const std::string name = short_name(file);
    std::set<std::string> hosts;
    int devices = 0;
    std::string kind;
    while (const auto field = stream.next(ProtobufStream::end_of_file)) {
        if (field->type != WireType::bytes) continue;
        if (field->number == space_hostnames && field->value <= longest_host) {
            if (const auto host = stream.take(field->value)) hosts.emplace(*host);
        } else if (field->number == xplane::space_plane) {
            const int64_t end = stream.end_of(*field);
            const XplaneNames plane = XplaneNames::read(stream, end);
            if (stream.position() < end) stream.skip(static_cast<uint64_t>(end - stream.position()));
            if (!plane.device()) continue;
            ++devices;
            if (!plane.gpu().empty()) run.tell("gpu", plane.gpu(), "what its planes say of the device", name);
            kind = plane.name().substr(0, plane.name().rfind(':'));
        } else {
            stream.skip(field->value);
        }
    }
    run.guess("software", "JAX", "XLA's profiler wrote the file", name);
    if (devices <= 0) return;
    const std::string count = fmt::format("{}", devices);
    run.guess("gpus", count,
              fmt::format("it has {} planes {}:N; a file is of one host, others may have run beside it",
                          devices, kind),
              name);
    if (hosts.size() == 1)
        run.tell("gpus_per_server", count, fmt::format("all planes are of the host {}", *hosts.begin()),
                 name);
    else if (hosts.size() > 1 && devices % static_cast<int>(hosts.size()) == 0)
        run.tell("gpus_per_server", fmt::format("{}", devices / static_cast<int>(hosts.size())),
                 fmt::format("{} planes of {} hosts", devices, hosts.size()), name);
    else
        run.guess("gpus_per_server", count, "a file of XLA's profiler is of one host as a rule", name);
}

} // namespace roofrack
