// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/reader.h"
#include "core/measured/trace/rocprof/rocprof_records.h"
#include "core/measured/trace/text/text_source.h"

#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

constexpr std::string_view first_key = "\"rocprofiler-sdk-tool\"";

/// The text of a file, a block at a time; it ends early when it is stopped.
class TextBlocks {
public:
    TextBlocks(TextSource& source, const TraceReadContext& context)
        : m_source(source)
        , m_context(context)
        , m_block(size_t{256} << 10) {
        refill();
    }

    bool is_at_end() const { return m_at == m_end; }
    bool is_stopped() const { return m_is_stopped; }
    int64_t bytes() const { return m_bytes; }
    char& front() { return m_block[m_at]; }
    void advance() {
        if (++m_at == m_end) refill();
    }

private:
    void refill() {
        m_is_stopped = m_context.stop.stop_requested();
        m_at = 0;
        m_end = m_is_stopped ? 0 : m_source.read(m_block.data(), m_block.size());
        m_bytes += static_cast<int64_t>(m_end);
        m_context.progress(m_source.stored_read());
    }

    TextSource& m_source;
    const TraceReadContext& m_context;
    std::vector<char> m_block;
    size_t m_at = 0, m_end = 0;
    int64_t m_bytes = 0;
    bool m_is_stopped = false;
};

/// As the parser reads it; without blocks it is the end.
class TextIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = char*;
    using reference = char&;

    explicit TextIterator(TextBlocks* blocks = nullptr)
        : m_blocks(blocks) {}
    reference operator*() const { return m_blocks->front(); }
    TextIterator& operator++() {
        m_blocks->advance();
        return *this;
    }
    void operator++(int) { m_blocks->advance(); }
    bool operator==(const TextIterator& other) const { return is_end() == other.is_end(); }

private:
    bool is_end() const { return !m_blocks || m_blocks->is_at_end(); }
    TextBlocks* m_blocks;
};

/// What nlohmann's parser calls.
struct Events : nlohmann::json_sax<nlohmann::json> {
    explicit Events(RocprofRecords& to)
        : records(to) {}
    RocprofRecords& records;
    std::optional<size_t> fault_at; ///< the byte at which the text stopped to be JSON

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool number_integer(number_integer_t value) override {
        records.number(value);
        return true;
    }
    bool number_unsigned(number_unsigned_t value) override {
        records.number(static_cast<int64_t>(value)); // handles fill 64 bits
        return true;
    }
    bool string(string_t& value) override {
        records.text(value);
        return true;
    }
    bool start_object(std::size_t) override {
        records.begin_object();
        return !records.is_too_deep();
    }
    bool start_array(std::size_t) override {
        records.begin_array();
        return !records.is_too_deep();
    }
    bool key(string_t& name) override {
        records.key(name);
        return true;
    }
    bool end_object() override {
        records.end_object();
        return true;
    }
    bool end_array() override {
        records.end_array();
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        fault_at = position;
        return false;
    }
};

class RocprofReader final : public TraceFormat {
public:
    std::vector<ReadableFormat> reads() const override { return {{"rocprofv3", FormatTells::profile}}; }

    bool recognises(const std::filesystem::path&, std::string_view head) const override {
        const size_t first = head.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos || head[first] != '{') return false;
        const size_t key = head.find_first_not_of(" \t\r\n", first + 1);
        return key != std::string_view::npos && head.substr(key).starts_with(first_key);
    }

    Result<TraceReading> read(const std::filesystem::path& path,
                              const TraceReadContext& context) const override {
        auto source = TextSource::open(path, context.stop);
        if (!source) return tl::unexpected(source.error());
        ActivityCollector collector(context.comm_names, context.warnings, context.keep_lanes);
        RocprofRecords records(collector);
        Events events(records);
        TextBlocks blocks(*source, context);
        nlohmann::json::sax_parse(TextIterator(&blocks), TextIterator(), &events);
        if (blocks.is_stopped() || context.stop.stop_requested()) return fail({}, "cancelled");
        if (!source->fault().empty())
            context.warnings.add("storage", blocks.bytes(), source->fault() + ": what came before is used");
        else if (events.fault_at || records.is_too_deep())
            context.warnings.add("unfinished",
                                 events.fault_at ? static_cast<int64_t>(*events.fault_at) : blocks.bytes(),
                                 "the JSON is cut off or broken here: what came before is used");
        records.finish();
        return profile_reading(collector, MeasuredKind::rocprof, "rocprofv3", blocks.bytes(),
                               records.activities());
    }
};

} // namespace

const TraceFormat& rocprof_reader() {
    static const RocprofReader reader;
    return reader;
}

} // namespace roofrack
