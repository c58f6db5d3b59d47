// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/inside/server_inside.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

constexpr size_t most_devices = 1'024;

constexpr std::array<std::pair<std::string_view, Nearness>, 7> relations{{{"X", Nearness::itself},
                                                                          {"PIX", Nearness::bridge},
                                                                          {"PXB", Nearness::bridges},
                                                                          {"PHB", Nearness::host_bridge},
                                                                          {"NODE", Nearness::numa_node},
                                                                          {"SYS", Nearness::other_socket},
                                                                          {"SOC", Nearness::other_socket}}};

std::optional<int> matrix_number(std::string_view text) {
    int out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size() && out >= 0 ? std::optional(out)
                                                                                : std::nullopt;
}

/// Words between blanks; the sequences that underline a heading in a terminal are left out.
std::vector<std::string_view> matrix_words(std::string_view line, std::string& plain) {
    plain.clear();
    for (size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
            i += 2;
            while (i < line.size() && (line[i] < '@' || line[i] > '~')) ++i;
            continue;
        }
        plain += line[i];
    }
    std::vector<std::string_view> out;
    const std::string_view text = plain;
    for (size_t at = 0; at < text.size();) {
        const size_t first = text.find_first_not_of(" \t\r", at);
        if (first == std::string_view::npos) break;
        at = std::min(text.find_first_of(" \t\r", first), text.size());
        out.push_back(text.substr(first, at - first));
    }
    return out;
}

std::optional<InsideLink> link_named(std::string_view word) {
    for (const auto& [name, nearness] : relations)
        if (word == name) return InsideLink{nearness, 0};
    if (word.starts_with("NV"))
        if (const auto links = matrix_number(word.substr(2)); links && *links >= 1 && *links <= 1'000)
            return InsideLink{Nearness::nvlink, *links};
    return std::nullopt;
}

bool is_gpu(std::string_view name) {
    return name.starts_with("GPU") && matrix_number(name.substr(3)).has_value();
}

/// "GPU0", "GPU1" …, NICs, and no word of an affinity: the devices of a heading; empty: it is none.
std::vector<std::string> devices_of(const std::vector<std::string_view>& line) {
    std::vector<std::string> out;
    if (line.empty() || line.front() != "GPU0") return out;
    for (size_t i = 0; i < line.size(); ++i) {
        const bool is_affinity = (line[i] == "CPU" || line[i] == "NUMA") && i + 1 < line.size() &&
                                 line[i + 1].starts_with("Affinity");
        if (is_affinity || line[i] == "CPUAffinity") break;
        // A row of the matrix begins with a device, too, but has no other one in it.
        if (i == 1 && link_named(line[i])) return {};
        out.emplace_back(line[i]);
    }
    return out;
}

class MatrixReader {
public:
    explicit MatrixReader(const NamedText& file)
        : m_file(file) {
        m_out.file = file.name;
        m_out.tells_nvlink = true;
    }

    Result<ServerInside> read() {
        std::string plain;
        size_t number = 0;
        for (size_t at = 0; at < m_file.text.size();) {
            const size_t end = std::min(m_file.text.find('\n', at), m_file.text.size());
            const std::string_view line = std::string_view(m_file.text).substr(at, end - at);
            at = end + 1;
            ++number;
            constexpr size_t longest = 100'000;
            if (line.size() > longest) continue;
            if (const auto done = take(matrix_words(line, plain), number); !done)
                return tl::unexpected(done.error());
        }
        if (m_devices.empty())
            return fail(m_file.name, "there is no matrix of `nvidia-smi topo -m` in it",
                        "give what that command prints");
        for (const std::string& device : m_devices)
            if (!m_rows.contains(device))
                return fail(m_file.name, fmt::format("the matrix has no row '{}': it is cut", device),
                            "give all that `nvidia-smi topo -m` prints");
        return built();
    }

private:
    Result<void> take(const std::vector<std::string_view>& line, size_t number) {
        if (line.empty()) return {};
        if (m_devices.empty()) {
            take_model(line);
            m_devices = devices_of(line);
            if (m_devices.size() > most_devices)
                return wrong(number, fmt::format("the matrix has more than {} devices", most_devices));
            return {};
        }
        const std::string name(line.front());
        if (name.ends_with(':') && line.size() == 2) { // "NIC0: mlx5_0"
            m_names.try_emplace(name.substr(0, name.size() - 1), line[1]);
            return {};
        }
        take_model(line);
        if (std::ranges::find(m_devices, name) == m_devices.end()) return {};
        if (line.size() < 2 || !link_named(line[1])) return {}; // another table
        if (m_rows.contains(name)) return {};                   // the same matrix again
        if (line.size() <= m_devices.size())
            return wrong(number, fmt::format("the row '{}' has {} values for {} devices: it is cut", name,
                                             line.size() - 1, m_devices.size()));
        std::vector<InsideLink> row;
        for (size_t i = 1; i <= m_devices.size(); ++i) {
            const auto link = link_named(line[i]);
            if (!link)
                return wrong(number,
                             fmt::format("'{}' is no relation of two devices", line[i].substr(0, 40)));
            row.push_back(*link);
        }
        // Behind the relations stand the affinities: CPUs, where they are known, and NUMA nodes.
        m_rows.emplace(name, std::move(row));
        for (size_t i = m_devices.size() + 1; i < line.size() && i <= m_devices.size() + 2; ++i)
            if (const auto numa = matrix_number(line[i])) m_numa[name] = *numa;
        return {};
    }

    /// "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-…)"
    void take_model(const std::vector<std::string_view>& line) {
        if (line.size() < 3 || line[0] != "GPU" || !line[1].ends_with(':')) return;
        const auto index = matrix_number(line[1].substr(0, line[1].size() - 1));
        if (!index || *index >= static_cast<int>(most_devices)) return;
        std::string model;
        for (size_t i = 2; i < line.size() && !line[i].starts_with('('); ++i)
            model += (model.empty() ? "" : " ") + std::string(line[i]);
        m_models.try_emplace(*index, model);
    }

    tl::unexpected<Diagnostic> wrong(size_t line, std::string what) const {
        return fail(fmt::format("{}:{}", m_file.name, line), std::move(what),
                    "give all that `nvidia-smi topo -m` prints");
    }

    Result<ServerInside> built() {
        std::vector<size_t> gpus;
        for (size_t i = 0; i < m_devices.size(); ++i)
            if (is_gpu(m_devices[i])) gpus.push_back(i);
        const auto to_gpus = [&](const std::vector<InsideLink>& row) {
            std::vector<InsideLink> out;
            for (const size_t gpu : gpus) out.push_back(row[gpu]);
            return out;
        };
        for (size_t i = 0; i < m_devices.size(); ++i) {
            const auto& row = m_rows.at(m_devices[i]);
            for (size_t k = 0; k < m_devices.size(); ++k) {
                const auto& other = m_rows.at(m_devices[k]);
                const bool same = row[k].nearness == other[i].nearness && row[k].links == other[i].links;
                if (!same || (i == k) != (row[k].nearness == Nearness::itself))
                    return fail(
                        m_file.name,
                        fmt::format("the matrix contradicts itself at {} and {}", m_devices[i], m_devices[k]),
                        "give what `nvidia-smi topo -m` prints, unchanged");
            }
            if (is_gpu(m_devices[i])) {
                ServerInside::Gpu gpu;
                gpu.to_gpus = to_gpus(row);
                if (const auto numa = m_numa.find(m_devices[i]); numa != m_numa.end())
                    gpu.numa = numa->second;
                const auto model = m_models.find(static_cast<int>(m_out.gpus.size()));
                if (model != m_models.end()) gpu.model = model->second;
                m_out.gpus.push_back(std::move(gpu));
            } else {
                const auto name = m_names.find(m_devices[i]);
                m_out.nics.push_back(
                    {name == m_names.end() ? m_devices[i] : name->second, 0, to_gpus(row), {}});
            }
        }
        for (const ServerInside::Gpu& gpu : m_out.gpus)
            m_out.numa_nodes = std::max(m_out.numa_nodes, gpu.numa + 1);
        return std::move(m_out);
    }

    const NamedText& m_file;
    ServerInside m_out;
    std::vector<std::string> m_devices;
    std::map<std::string, std::vector<InsideLink>, std::less<>> m_rows;
    std::map<std::string, std::string, std::less<>> m_names;
    std::map<std::string, int, std::less<>> m_numa;
    std::map<int, std::string> m_models;
};

} // namespace

std::string_view name_of(Nearness nearness) {
    if (nearness == Nearness::nvlink) return "NV";
    for (const auto& [name, each] : relations)
        if (each == nearness) return name;
    return "unknown";
}

bool is_topology_matrix(std::string_view text) {
    std::string plain;
    bool is_below_heading = false;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        const auto line = matrix_words(text.substr(at, end - at), plain);
        at = end + 1;
        if (line.empty()) continue;
        if (is_below_heading && line.size() > 1 && line[0] == "GPU0" && link_named(line[1])) return true;
        is_below_heading = !devices_of(line).empty();
    }
    return false;
}

Result<ServerInside> read_topology_matrix(const NamedText& file) { return MatrixReader(file).read(); }

} // namespace roofrack
