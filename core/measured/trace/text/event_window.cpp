// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/event_window.h"

#include "core/measured/trace/text/json_space.h"

#include <simdjson.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace roofrack {

/// simdjson's first stage: it checks the text's encoding and finds where its tokens begin.
struct EventWindow::Parser {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> tokens;

    bool find_tokens(std::string_view text) {
        constexpr size_t most_depth = 1; // for the second stage, which is not used
        const auto failed = !tokens ? simdjson::get_active_implementation()->create_dom_parser_implementation(
                                          text.size(), most_depth, tokens)
                            : tokens->capacity() < text.size() ? tokens->set_capacity(text.size())
                                                               : simdjson::SUCCESS;
        return failed == simdjson::SUCCESS &&
               tokens->stage1(reinterpret_cast<const uint8_t*>(text.data()), text.size(),
                              simdjson::stage1_mode::regular) == simdjson::SUCCESS;
    }
};

const size_t EventWindow::padding = simdjson::SIMDJSON_PADDING;

namespace {

std::string_view trimmed_end(std::string_view token) {
    while (!token.empty() && is_json_space(token.back())) token.remove_suffix(1);
    return token;
}

/// By the first letter of the members in TraceEvent.
bool may_be_wanted(char first) {
    switch (first) {
    case 'a':
    case 'c':
    case 'd':
    case 'i':
    case 'n':
    case 'p':
    case 't': return true;
    default: return false;
    }
}

/// Goes over the tokens of an array of events as far as that takes to find their members. What is skipped is
/// not held to JSON's grammar; only its brackets are counted.
class EventTokens {
public:
    /// `first` of `count` places in the text where tokens begin; two more behind them are the text's end.
    EventTokens(const char* text, const uint32_t* first, uint32_t count)
        : m_text(text)
        , m_at(first)
        , m_end(first + count) {}

    const char* at() const { return m_text + *m_at; }
    char peek() const { return *at(); }
    char next() { return m_text[*m_at++]; }
    bool done() const { return m_at >= m_end; }

    /// Whether all brackets that open are closed.
    bool balanced() const {
        int depth = 0;
        for (const uint32_t* token = m_at; token != m_end; ++token)
            depth += opens(m_text[*token]) ? 1 : closes(m_text[*token]) ? -1 : 0;
        return depth == 0;
    }

    /// Reads the members of one object; false where it is not sound.
    bool read_members(TraceEvent& event) {
        if (next() != '{') return false;
        if (peek() == '}') {
            next();
            return true;
        }
        while (true) {
            if (peek() != '"') return false;
            const char* const key = m_text + *m_at++ + 1;
            if (next() != ':' || !read_value(event, key)) return false;
            const char behind = next();
            if (behind == '}') return true;
            if (behind != ',') return false;
        }
    }

private:
    // A bracket and a brace differ in one bit.
    static bool opens(char c) { return (c | 0x20) == '{'; }
    static bool closes(char c) { return (c | 0x20) == '}'; }

    bool read_value(TraceEvent& event, const char* key) {
        const char first = peek();
        const char* const start = at();
        // skipping a value that is not there would run over the next events
        if (first == ',' || first == ':' || closes(first)) return false;
        const char* end = m_text + m_at[1]; // a scalar is one token
        if (!opens(first)) {
            if (!skip(1)) return false;
            if (!may_be_wanted(*key)) return true;
        } else {
            if (!skip_container()) return false;
            end = at();
        }
        const std::string_view token = trimmed_end({start, static_cast<size_t>(end - start)});
        if (first == '"' && (token.size() < 2 || token.back() != '"')) return false;
        // skipping counts brackets without telling them apart
        if ((first == '{' && token.back() != '}') || (first == '[' && token.back() != ']')) return false;
        assign_member(event, key, token);
        return true;
    }

    bool skip_container() {
        const bool object = next() == '{';
        if (peek() == (object ? '}' : ']')) {
            next();
            return true;
        }
        if (!object) return skip(2); // the element that follows, and the array
        if (peek() != '"') return skip(1);
        next();
        return next() == ':' && skip(2);
    }

    /// Over the value that follows and the rest of `levels` - 1 containers.
    bool skip(int levels) {
        const char first = next();
        if (first == '"' && peek() == ':') {
            next(); // a key where a value should be
        } else if (!opens(first) && first != ',' && first != ':' && --levels == 0) {
            return true;
        }
        while (!done()) {
            const char c = next();
            if (opens(c))
                ++levels;
            else if (closes(c) && --levels == 0)
                return true;
        }
        return false;
    }

    const char* m_text;
    const uint32_t *m_at, *m_end;
};

bool is_bare_literal_at(std::string_view text, size_t at) {
    size_t before = at;
    while (before > 0 &&
           (is_json_space(text[before - 1]) || text[before - 1] == '-' || text[before - 1] == '+'))
        --before;
    if (before == 0 || !std::strchr(":,[", text[before - 1])) return false;
    if (text[before - 1] == ':') { // a member's colon stands behind its key, one of a C++ name does not
        for (--before; before > 0 && is_json_space(text[before - 1]);) --before;
        if (before == 0 || text[before - 1] != '"') return false;
    }
    size_t after = at + 3;
    if (text.size() - after >= 5 && (text[after] | 0x20) == 'i') after += 5; // infinity
    return after >= text.size() || is_json_space(text[after]) || std::strchr(",]}(", text[after]) != nullptr;
}

/// Sixteen bytes at a time whatever the compiler's flags: this looks at every byte of a file.
using Bytes = unsigned char __attribute__((vector_size(16)));
constexpr size_t looked_at_once = 128;

Bytes bytes_at(const char* at) {
    Bytes out;
    std::memcpy(&out, at, sizeof out);
    return out;
}

/// The first place from `at` on, in steps of so many bytes, where "nan" or "inf" (in any case) may begin
/// without a letter or a quote before it, as one stands in "dominant" and "inference"; the end of what can be
/// looked at so where there is none. `at` is not the first byte of the text.
size_t literal_near(std::string_view text, size_t at) {
    for (; at + looked_at_once + 2 <= text.size(); at += looked_at_once) {
        uint64_t any = 0;
        for (const char* i = text.data() + at; i < text.data() + at + looked_at_once; i += sizeof(Bytes)) {
            const Bytes first = bytes_at(i) | 0x20, second = bytes_at(i + 1) | 0x20,
                        third = bytes_at(i + 2) | 0x20, before = bytes_at(i - 1);
            const Bytes nan = (first ^ 'n') | (second ^ 'a') | (third ^ 'n');
            const Bytes inf = (first ^ 'i') | (second ^ 'n') | (third ^ 'f');
            const auto hit = ((nan == 0) | (inf == 0)) & ((before < 'A') | (before == '[')) & (before != '"');
            uint64_t halves[2];
            std::memcpy(halves, &hit, sizeof halves);
            any |= halves[0] | halves[1];
        }
        if (any != 0) return at;
    }
    return at;
}

#ifdef __x86_64__
[[gnu::target("avx2")]] __m256i unaligned(const char* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

/// Finds what literal_near() finds, twice as fast.
[[gnu::target("avx2")]] size_t literal_near_by_avx2(std::string_view text, size_t at) {
    const __m256i case_bit = _mm256_set1_epi8(0x20), n = _mm256_set1_epi8('n'), a = _mm256_set1_epi8('a'),
                  i = _mm256_set1_epi8('i'), f = _mm256_set1_epi8('f'), quote = _mm256_set1_epi8('"'),
                  last_before_letters = _mm256_set1_epi8('@'), bracket = _mm256_set1_epi8('[');
    for (; at + looked_at_once + 2 <= text.size(); at += looked_at_once) {
        __m256i hits = _mm256_setzero_si256();
        for (size_t from = at; from < at + looked_at_once; from += sizeof(__m256i)) {
            const auto* const here = text.data() + from;
            const __m256i before = unaligned(here - 1), first = _mm256_or_si256(unaligned(here), case_bit),
                          second = _mm256_or_si256(unaligned(here + 1), case_bit),
                          third = _mm256_or_si256(unaligned(here + 2), case_bit);
            const __m256i nan =
                _mm256_and_si256(_mm256_and_si256(_mm256_cmpeq_epi8(first, n), _mm256_cmpeq_epi8(second, a)),
                                 _mm256_cmpeq_epi8(third, n));
            const __m256i inf =
                _mm256_and_si256(_mm256_and_si256(_mm256_cmpeq_epi8(first, i), _mm256_cmpeq_epi8(second, n)),
                                 _mm256_cmpeq_epi8(third, f));
            const __m256i no_letter =
                _mm256_or_si256(_mm256_cmpeq_epi8(_mm256_min_epu8(before, last_before_letters), before),
                                _mm256_cmpeq_epi8(before, bracket));
            const __m256i starts = _mm256_andnot_si256(_mm256_cmpeq_epi8(before, quote), no_letter);
            hits = _mm256_or_si256(hits, _mm256_and_si256(_mm256_or_si256(nan, inf), starts));
        }
        if (_mm256_movemask_epi8(hits) != 0) return at;
    }
    return at;
}
#endif

size_t next_literal_near(std::string_view text, size_t at) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) return literal_near_by_avx2(text, at);
#endif
    return literal_near(text, at);
}

bool has_bare_literal(std::string_view text) {
    const auto literal_at = [&](size_t i) {
        const int a = text[i] | 0x20, b = text[i + 1] | 0x20, c = text[i + 2] | 0x20;
        return ((a == 'n' && b == 'a' && c == 'n') || (a == 'i' && b == 'n' && c == 'f')) &&
               is_bare_literal_at(text, i);
    };
    for (size_t at = 1; at + 2 < text.size();) { // a literal stands behind something
        at = next_literal_near(text, at);
        for (const size_t end = std::min(at + looked_at_once, text.size() - 2); at < end; ++at)
            if (literal_at(at)) return true;
    }
    return false;
}

bool has_bad_escape(std::string_view text) {
    for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
        if (at + 1 >= text.size()) return true;
        if (text[at + 1] == 'u') {
            if (at + 6 > text.size()) return true;
            for (size_t i = at + 2; i < at + 6; ++i)
                if (!std::isxdigit(static_cast<unsigned char>(text[i]))) return true;
        } else if (std::string_view("\"\\/bfnrt").find(text[at + 1]) == std::string_view::npos) {
            return true;
        }
        at += 2;
    }
    return false;
}

} // namespace

EventWindow::EventWindow()
    : m_parser(std::make_unique<Parser>()) {}
EventWindow::~EventWindow() = default;

bool EventWindow::suspicious(std::string_view text) { return has_bad_escape(text) || has_bare_literal(text); }

EventWindow::Outcome EventWindow::parse(std::string_view text, int64_t offset, TraceEventSink& sink) {
    Outcome outcome{End::failed, text.data() + 1, false};
    if (!m_parser->find_tokens(text)) return outcome;
    const auto& found = *m_parser->tokens;
    EventTokens tokens(text.data(), found.structural_indexes.get(), found.n_structural_indexes);
    const char* const last = text.data() + text.size() - 1;
    if (last[1] == ']' && !tokens.balanced())
        return outcome; // what stands behind the text could be taken for its end
    tokens.next();
    bool more = tokens.peek() != ']';
    if (!more) tokens.next();
    while (more) {
        const char* const start = tokens.at();
        TraceEvent event;
        if (!tokens.read_members(event)) return {End::failed, start, false};
        sink.event(event, offset + (start - text.data()));
        outcome = {End::failed, start, true};
        const char behind = tokens.next();
        if (behind != ',' && behind != ']') return outcome;
        more = behind == ',';
    }
    if (tokens.done() || tokens.at() > last) return {End::consumed, last, true};
    return {End::array_ended, tokens.at(), true};
}

} // namespace roofrack
