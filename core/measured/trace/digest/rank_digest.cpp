// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/digest/rank_digest.h"

#include "core/measured/trace/digest/digest_fields.h"
#include "core/measured/trace/text/decimal_time.h"
#include "core/measured/trace/text/text_source.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <simdjson.h>
#include <type_traits>
#include <utility>

namespace roofrack {

namespace {

using OrderedJson = nlohmann::ordered_json;
namespace dom = simdjson::dom;

constexpr std::string_view mark = "\"roofrack_digest\"";
constexpr std::array digest_kinds{
    MeasuredKind::pytorch_profile, MeasuredKind::chrome_trace,   MeasuredKind::pipeline_timeline,
    MeasuredKind::execution_trace, MeasuredKind::nsight_systems, MeasuredKind::rocprof,
    MeasuredKind::xplane,          MeasuredKind::training_log,   MeasuredKind::mlperf_log,
    MeasuredKind::nccl_tests,      MeasuredKind::collectives,    MeasuredKind::telemetry};
constexpr std::array digest_works{
    LoggedWork::setup,     LoggedWork::training,   LoggedWork::evaluation,       LoggedWork::checkpoint,
    LoggedWork::forward,   LoggedWork::backward,   LoggedWork::forward_backward, LoggedWork::pipeline,
    LoggedWork::gradients, LoggedWork::parameters, LoggedWork::optimizer,        LoggedWork::input,
    LoggedWork::lost,      LoggedWork::rest};
constexpr std::array digest_timed{TimedRanks::one, TimedRanks::slowest, TimedRanks::extremes,
                                  TimedRanks::all};
constexpr std::array digest_bounds{StepBounds::launch, StepBounds::device, StepBounds::host};

/// What is wrong with a digest.
struct DigestFault {
    std::string path; ///< JSON pointer
    std::string_view what;
};

template<class T>
struct IsList : std::false_type {};
template<class T>
struct IsList<std::vector<T>> : std::true_type {};
template<class T>
struct IsShared : std::false_type {};
template<class T>
struct IsShared<std::shared_ptr<const T>> : std::true_type {
    using Inner = T;
};
template<class T>
struct IsOptional : std::false_type {};
template<class T>
struct IsOptional<std::optional<T>> : std::true_type {};

class DigestWriter {
public:
    template<class T>
    void operator()(const char* key, const T& member) {
        OrderedJson value = json_of(member);
        // What is not known, or nothing, is left out: most of a digest is of many small objects.
        if (value.is_null() || (value.is_array() && value.empty()) || (value.is_string() && value.empty()))
            return;
        if constexpr (std::is_same_v<T, bool>)
            if (!member) return;
        m_out[key] = std::move(value);
    }
    template<class T>
    static OrderedJson json_of(const T& member) {
        if constexpr (IsOptional<T>::value || IsShared<T>::value) {
            return member ? json_of(*member) : OrderedJson(nullptr);
        } else if constexpr (IsList<T>::value) {
            OrderedJson out = OrderedJson::array();
            for (const auto& each : member) out.push_back(json_of(each));
            return out;
        } else if constexpr (std::is_same_v<T, LaneCategory>) {
            return static_cast<int>(member); // one of very many
        } else if constexpr (std::is_enum_v<T>) {
            return name_of(member);
        } else if constexpr (std::is_class_v<T> && !std::is_same_v<T, std::string>) {
            DigestWriter inner;
            archive(inner, const_cast<T&>(member)); // only read
            return std::move(inner.m_out);
        } else {
            return member;
        }
    }

private:
    OrderedJson m_out = OrderedJson::object();
};

class DigestReader {
public:
    explicit DigestReader(dom::object from)
        : m_from(from) {}

    template<class T>
    void operator()(const char* key, T& member) {
        dom::element found;
        if (m_from[key].get(found) || found.is_null()) {
            if constexpr (std::is_same_v<T, float>) member = std::numeric_limits<float>::quiet_NaN();
            return;
        }
        try {
            take(found, member);
        } catch (DigestFault& fault) {
            fault.path = fmt::format("/{}{}", key, fault.path);
            throw;
        }
    }

private:
    template<class T>
    static void take(const dom::element& from, T& to) {
        if constexpr (IsOptional<T>::value) {
            take(from, to.emplace());
        } else if constexpr (IsShared<T>::value) {
            auto inner = std::make_shared<typename IsShared<T>::Inner>();
            take(from, *inner);
            to = std::move(inner);
        } else if constexpr (std::is_same_v<T, LaneCategory>) {
            uint8_t place = 0;
            take(from, place);
            if (place > static_cast<uint8_t>(LaneCategory::dataloader))
                throw DigestFault{{}, "none of what is known"};
            to = static_cast<LaneCategory>(place);
        } else if constexpr (IsList<T>::value) {
            take_list(from, to);
        } else if constexpr (std::is_same_v<T, std::string>) {
            std::string_view text;
            if (from.get(text)) throw DigestFault{{}, "no text"};
            to = text;
        } else if constexpr (std::is_same_v<T, MeasuredKind>) {
            to = one_of(from, digest_kinds);
        } else if constexpr (std::is_same_v<T, StepBounds>) {
            to = one_of(from, digest_bounds);
        } else if constexpr (std::is_same_v<T, LoggedWork>) {
            to = one_of(from, digest_works);
        } else if constexpr (std::is_same_v<T, TimedRanks>) {
            to = one_of(from, digest_timed);
        } else if constexpr (std::is_floating_point_v<T>) {
            double value = 0;
            if (from.get(value)) throw DigestFault{{}, "no number"};
            to = static_cast<T>(value);
        } else if constexpr (std::is_same_v<T, bool>) {
            if (from.get(to)) throw DigestFault{{}, "neither true nor false"};
        } else if constexpr (std::is_integral_v<T>) {
            int64_t value = 0;
            if (const auto error = from.get(value))
                throw DigestFault{
                    {}, error == simdjson::NUMBER_OUT_OF_RANGE ? "out of range" : "no whole number"};
            if (!std::in_range<T>(value)) throw DigestFault{{}, "out of range"};
            to = static_cast<T>(value);
        } else {
            dom::object object;
            if (from.get(object)) throw DigestFault{{}, "no object"};
            DigestReader inner(object);
            archive(inner, to);
        }
    }
    template<class T>
    static void take_list(const dom::element& from, T& to) {
        dom::array array;
        if (from.get(array)) throw DigestFault{{}, "no list"};
        to.clear();
        to.reserve(array.size());
        for (const dom::element each : array) try {
                take(each, to.emplace_back());
            } catch (DigestFault& fault) {
                fault.path = fmt::format("/{}{}", to.size() - 1, fault.path);
                throw;
            }
    }
    template<class T, size_t N>
    static T one_of(const dom::element& from, const std::array<T, N>& known) {
        std::string_view text;
        if (!from.get(text))
            for (const T each : known)
                if (name_of(each) == text) return each;
        throw DigestFault{{}, "none of what is known"};
    }

    dom::object m_from;
};

bool is_moment(int64_t ns) { return ns >= -latest_time_ns && ns <= latest_time_ns; }
bool is_duration(int64_t ns) { return ns >= 0 && ns <= longest_event_ns; }

bool are_times(const std::optional<TraceTimes>& times) {
    constexpr int64_t longest_window_ns = 2 * latest_time_ns + longest_event_ns;
    const auto all_within = [](auto... ns) { return ((ns >= 0 && ns <= longest_window_ns) && ...); };
    return !times || all_within(times->window_ns, times->compute_ns, times->comm_ns, times->mem_ns,
                                times->idle_ns, times->overlap_comp_comm_ns, times->exposed_comm_ns,
                                times->exposed_mem_ns, times->dataloader_ns);
}

/// Fails with the first time that no reader of traces lets pass: sums and differences would overflow.
void check_times(const TraceRank& rank, const std::string& path) {
    const auto check = [&](bool is_sound, const std::string& member) {
        if (!is_sound) throw DigestFault{path + member, "out of range"};
    };
    check(is_moment(rank.start_ns), "/start_ns");
    check(rank.clock_base_ns >= 0 && is_moment(rank.clock_base_ns), "/clock_base_ns");
    check(are_times(rank.times), "/times");
    for (size_t i = 0; i < rank.steps.size(); ++i)
        check(are_times(rank.steps[i].times), fmt::format("/steps/{}", i));
    check(are_times(rank.outside_steps), "/outside_steps");
    for (size_t i = 0; i < rank.collectives.size(); ++i)
        check(is_moment(rank.collectives[i].start_ns) && is_duration(rank.collectives[i].duration_ns),
              fmt::format("/collectives/{}", i));
}

bool are_rows(const LaneColumns& columns, size_t names, size_t lanes) {
    const size_t rows = columns.size();
    const auto is_below = [](const auto& places, size_t end) {
        return std::ranges::all_of(places, [end](auto place) { return place < end; });
    };
    return columns.duration_ns.size() == rows && columns.name.size() == rows && columns.lane.size() == rows &&
           columns.category.size() == rows && is_below(columns.name, names) &&
           is_below(columns.lane, lanes) && std::ranges::is_sorted(columns.start_ns) &&
           std::ranges::all_of(columns.start_ns, is_moment) &&
           std::ranges::all_of(columns.duration_ns, is_duration);
}

/// Whether all that its columns name is there: analysis looks no second time.
bool is_sound(const TraceRank& rank) {
    if (!rank.lanes) return true;
    const TraceLanes& lanes = *rank.lanes;
    if (!lanes.names || !lanes.host || !rank.times) return false;
    const HostLanes& host = *lanes.host;
    const auto is_of_device = [](LaneCategory category) { return category <= LaneCategory::memory; };
    const auto is_step = [](const LaneStep& step) {
        return is_moment(step.start_ns) && step.start_ns <= step.end_ns &&
               step.end_ns <= latest_time_ns + longest_event_ns;
    };
    const auto is_row = [](uint32_t row, size_t rows, uint32_t none) { return row == none || row < rows; };
    const size_t rows = lanes.device.size();
    return are_rows(lanes.device, lanes.names->size(), lanes.streams) &&
           std::ranges::all_of(lanes.device.category, is_of_device) &&
           std::ranges::all_of(lanes.steps, is_step) &&
           are_rows(host.events, lanes.names->size(), host.threads.size()) &&
           host.shape.size() == host.events.size() && lanes.launch.size() == rows &&
           lanes.collectives.size() == rank.collectives.size() &&
           std::ranges::all_of(
               host.shape,
               [&](uint32_t at) { return is_row(at, host.shapes.size(), HostLanes::no_shape); }) &&
           std::ranges::all_of(
               lanes.launch,
               [&](uint32_t row) { return is_row(row, host.events.size(), LaneColumns::no_row); }) &&
           std::ranges::all_of(lanes.collectives, [&](uint32_t row) {
               return row < rows && lanes.device.category[row] == LaneCategory::communication;
           });
}

/// Digests: what `digest` wrote of a rank where its trace lies.
class DigestFormat final : public TraceFormat {
public:
    bool recognises(const std::filesystem::path&, std::string_view head) const override {
        return is_digest(head);
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        constexpr size_t piece = size_t{1} << 20;
        auto source = TextSource::open(path, context.stop);
        if (!source) return tl::unexpected(source.error());
        std::string text;
        for (size_t got = piece; got == piece;) {
            if (context.stop.stop_requested()) return fail({}, "cancelled");
            if (text.size() > most_digest_bytes)
                return fail({}, "a digest of more than a gigabyte", "give the traces instead");
            const size_t before = text.size();
            text.resize(before + piece);
            got = source->read(text.data() + before, piece);
            text.resize(before + got);
            context.progress(source->stored_read());
        }
        auto digest = read_digest(text);
        if (!digest) return tl::unexpected(digest.error());
        const auto has_events = [](const TraceRank& rank) { return rank.lanes || !rank.times; };
        if (context.keep_lanes && !std::ranges::all_of(digest->ranks, has_events))
            context.warnings.add(
                "digests without events", 0,
                "has no events to analyse: make it again with `roofrack-cli digest --events`");
        TraceReading out;
        out.digest = std::move(*digest);
        return out;
    }
};

} // namespace

std::string digest_text(const TraceResult& trace) {
    OrderedJson out{{"roofrack_digest", digest_version}};
    out["files"] = DigestWriter::json_of(trace.files);
    out["ranks"] = DigestWriter::json_of(trace.ranks);
    out["warnings"] = DigestWriter::json_of(trace.warnings);
    return out.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

bool is_digest(std::string_view head) {
    const size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || head[first] != '{') return false;
    const size_t key = head.find_first_not_of(" \t\r\n", first + 1);
    return key != std::string_view::npos && head.substr(key).starts_with(mark);
}

Result<TraceDigest> read_digest(std::string_view text) {
    dom::parser parser;
    dom::object parsed;
    if (parser.parse(text.data(), text.size()).get(parsed))
        return fail({}, "a digest that is cut off or broken", "make it again with `roofrack-cli digest`");
    int64_t version = 0;
    if (parsed["roofrack_digest"].get(version) || version < 1)
        return fail({}, "a digest without a version", "make it again with `roofrack-cli digest`");
    if (version > digest_version)
        return fail(
            {}, fmt::format("a digest of version {}, this program reads up to {}", version, digest_version),
            "read it with the Roofrack that wrote it, or a newer one");
    try {
        TraceDigest out;
        DigestReader reader(parsed);
        reader("files", out.files);
        reader("ranks", out.ranks);
        reader("warnings", out.warnings);
        for (size_t i = 0; i < out.ranks.size(); ++i) {
            const std::string path = fmt::format("/ranks/{}", i);
            check_times(out.ranks[i], path);
            if (!is_sound(out.ranks[i])) throw DigestFault{path + "/lanes", "not whole"};
        }
        return out;
    } catch (const DigestFault& fault) {
        return fail({}, fmt::format("a broken digest: {} is {}", fault.path, fault.what),
                    "make it again with `roofrack-cli digest`");
    }
}

const TraceFormat& digest_reader() {
    static const DigestFormat reader;
    return reader;
}

} // namespace roofrack
