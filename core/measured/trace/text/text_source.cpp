// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/text_source.h"

#include "core/base/files/foreign_file.h"
#include "core/measured/trace/text/archive_stream.h"
#include "core/measured/trace/text/gzip_stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>
#include <variant>

namespace roofrack {

struct TextSource::State {
    std::variant<ForeignFile, GzipStream, ArchiveStream> from;
    std::string fault{}; ///< why `from` gives no more
    int64_t stored_read = 0;
    std::string put_back{};
    size_t put_back_used = 0;

    size_t read_from(ForeignFile& file, char* to, size_t size) {
        const size_t got = file.read(to, size);
        stored_read += static_cast<int64_t>(got);
        if (file.failed()) fault = "the file cannot be read to its end";
        return got;
    }
    template<typename Stream>
    size_t read_from(Stream& stream, char* to, size_t size) {
        const size_t got = stream.read(to, size);
        stored_read = stream.stored_read();
        fault = stream.fault();
        return got;
    }

    size_t read(char* to, size_t size) {
        const size_t again = std::min(size, put_back.size() - put_back_used);
        std::memcpy(to, put_back.data() + put_back_used, again);
        put_back_used += again;
        return again +
               std::visit([&](auto& stream) { return read_from(stream, to + again, size - again); }, from);
    }
};

TextSource::TextSource(std::unique_ptr<State> state)
    : m_state(std::move(state)) {}
TextSource::TextSource(TextSource&&) noexcept = default;
TextSource& TextSource::operator=(TextSource&&) noexcept = default;
TextSource::~TextSource() = default;

Result<TextSource> TextSource::open(const std::filesystem::path& path, const std::stop_token& stop) {
    auto file = ForeignFile::open(path);
    if (!file) return tl::unexpected(file.error());
    std::array<char, 6> magic{};
    const std::string_view head(magic.data(), file->read(magic.data(), magic.size()));
    file->rewind();
    if (begins_compressed(head)) {
        ArchiveStream unpacked(std::move(*file), ArchiveStream::Holds::one_stream);
        unpacked.next();
        std::string fault = unpacked.fault();
        return TextSource(std::make_unique<State>(State{std::move(unpacked), std::move(fault)}));
    }
    if (head.starts_with("\x1f\x8b"))
        return TextSource(std::make_unique<State>(State{GzipStream(std::move(*file), stop)}));
    return TextSource(std::make_unique<State>(State{std::move(*file)}));
}

size_t TextSource::read(char* to, size_t size) { return m_state->read(to, size); }

void TextSource::put_back(std::string text) {
    text.append(m_state->put_back, m_state->put_back_used);
    m_state->put_back = std::move(text);
    m_state->put_back_used = 0;
}

const std::string& TextSource::fault() const { return m_state->fault; }
int64_t TextSource::stored_read() const { return m_state->stored_read; }

} // namespace roofrack
