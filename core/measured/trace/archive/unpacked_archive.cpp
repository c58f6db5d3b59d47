// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/archive/unpacked_archive.h"

#include "core/base/units/printable.h"
#include "core/measured/trace/text/archive_stream.h"
#include "core/measured/trace/text/text_source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace roofrack {

namespace fs = std::filesystem;

namespace {

constexpr int64_t always_allowed = int64_t{256} << 20; // bytes
constexpr int64_t largest_expansion = 200;             // JSON of traces packs 10 to 40 times
constexpr int64_t kept_free = int64_t{256} << 20;      // bytes of the disk

/// A name that no folder, blank or control character is left of.
std::string plain_name(const std::string& member) {
    std::string out = fs::path(member).filename().string();
    for (char& c : out)
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '.' &&
            c != '-')
            c = '_';
    constexpr size_t longest = 100;
    return out.size() > longest ? out.substr(out.size() - longest) : out;
}

/// A file that is written here and by nobody else.
class NewFile {
public:
    explicit NewFile(const fs::path& path)
        : m_descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)) {}
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile() {
        if (m_descriptor >= 0) ::close(m_descriptor);
    }
    bool write(const char* from, size_t size) const {
        while (size > 0) {
            const ssize_t done = ::write(m_descriptor, from, size);
            if (done < 0 && errno == EINTR) continue;
            if (done <= 0) return false;
            from += done;
            size -= static_cast<size_t>(done);
        }
        return m_descriptor >= 0;
    }

private:
    int m_descriptor;
};

} // namespace

Result<bool> is_archive(const fs::path& path) {
    auto source = TextSource::open(path, {});
    if (!source) return tl::unexpected(source.error());
    std::array<char, 512> head{};
    return begins_as_archive({head.data(), source->read(head.data(), head.size())});
}

Result<std::optional<UnpackedArchive>> UnpackedArchive::open(const fs::path& path, const Tick& tick,
                                                             size_t most) {
    const auto archive = is_archive(path);
    if (!archive || !*archive)
        return std::optional<UnpackedArchive>(); // its reader says what is wrong with it
    auto file = ForeignFile::open(path);
    if (!file) return tl::unexpected(file.error());
    const int64_t most_bytes = std::max(always_allowed, largest_expansion * file->size());
    std::error_code error;
    std::string folder = (fs::temp_directory_path(error) / "roofrack-XXXXXX").string();
    if (error || !::mkdtemp(folder.data()))
        return fail(path.string(), fmt::format("no folder to unpack it into: {}", std::strerror(errno)),
                    "unpack it yourself and give the folder, or set TMPDIR to a folder with room");
    UnpackedArchive out(folder);
    ArchiveStream stream(std::move(*file), ArchiveStream::Holds::files);
    std::vector<char> block(size_t{256} << 10);
    int64_t bytes = 0;
    bool has_more = false;
    while (!has_more && stream.next()) {
        if (!tick(stream.stored_read())) return fail({}, "cancelled");
        const std::string name = stream.name(), plain = plain_name(name);
        if (!stream.is_file() || plain.empty() || plain.front() == '.') continue;
        has_more = out.m_files.size() == most;
        if (has_more) break;
        File to{out.m_folder / fmt::format("{:06}-{}", out.m_files.size(), plain),
                path.string() + "/" + printable_line(name), 0};
        const NewFile written(to.path);
        while (const size_t got = stream.read(block.data(), block.size())) {
            if (!tick(stream.stored_read())) return fail({}, "cancelled");
            bytes += static_cast<int64_t>(got);
            to.size += static_cast<int64_t>(got);
            if (bytes > most_bytes)
                return fail(path.string(), "expands to more than 256 MiB and 200 times its size",
                            "unpack it yourself, look at what it holds, and give the folder");
            const fs::space_info space = fs::space(out.m_folder, error);
            const bool has_room = error || static_cast<int64_t>(space.available) > kept_free;
            if (!has_room || !written.write(block.data(), got))
                return fail(
                    path.string(),
                    fmt::format("there is no room to unpack it in {}", out.m_folder.parent_path().string()),
                    "unpack it yourself and give the folder, or set TMPDIR to a folder with room");
        }
        out.m_files.push_back(std::move(to));
    }
    out.m_fault = stream.fault();
    if (has_more && out.m_fault.empty())
        out.m_fault = fmt::format("it holds more than the {} files that are read of an archive", most);
    if (out.m_files.empty())
        return fail(path.string(), out.m_fault.empty() ? "the archive holds no file" : out.m_fault,
                    "pack it again");
    return std::optional<UnpackedArchive>(std::move(out));
}

UnpackedArchive::UnpackedArchive(UnpackedArchive&& other) noexcept
    : m_folder(std::exchange(other.m_folder, {}))
    , m_files(std::move(other.m_files))
    , m_fault(std::move(other.m_fault)) {}

UnpackedArchive& UnpackedArchive::operator=(UnpackedArchive&& other) noexcept {
    std::swap(m_folder, other.m_folder);
    std::swap(m_files, other.m_files);
    std::swap(m_fault, other.m_fault);
    return *this;
}

UnpackedArchive::~UnpackedArchive() {
    std::error_code error;
    if (!m_folder.empty()) fs::remove_all(m_folder, error);
}

} // namespace roofrack
