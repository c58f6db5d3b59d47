// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/measured/inside/server_inside.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using Item = XmlScanner::Item;

constexpr size_t deepest_object = 200, most_devices_found = 1'024;

double decimal_of(const std::string& text) {
    double out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return std::isfinite(out) && out > 0 && out < 1e9 ? out : 0;
}

/// The declaration that hwloc writes names its DTD and declares nothing; with that it is left out.
Result<std::string_view> without_declaration(const NamedText& file) {
    const std::string_view text = file.text;
    const size_t at = text.find("<!DOCTYPE"), root = text.find("<topology");
    if (at == std::string_view::npos || at > root) return text;
    const size_t end = text.find('>', at);
    if (end == std::string_view::npos || end > root ||
        text.substr(at, end - at).find('[') != std::string_view::npos)
        return fail(file.name, "it declares entities, which are not read",
                    "give what `lstopo --of xml` writes");
    return text.substr(end + 1);
}

class LstopoReader {
public:
    explicit LstopoReader(const NamedText& file)
        : m_file(file) {
        m_out.file = file.name;
    }

    Result<ServerInside> read() {
        const auto text = without_declaration(m_file);
        if (!text) return tl::unexpected(text.error());
        XmlScanner scanner(*text);
        std::vector<std::string> open;
        for (Item item = scanner.next(); item != Item::finish; item = scanner.next()) {
            if (item == Item::fault) return wrong("this is no XML: " + scanner.why());
            if (item == Item::text) {
                if (m_in_nvlink && !open.empty() && open.back() == "u64values")
                    m_values += scanner.text() + ' ';
                continue;
            }
            if (item == Item::end) {
                if (open.empty() || open.back() != scanner.name())
                    return wrong(fmt::format("the tag '{}' ends where it has not begun", scanner.name()));
                end_tag(open.back());
                open.pop_back();
                continue;
            }
            if (open.size() >= deepest_object)
                return wrong(fmt::format("its objects are nested deeper than {}", deepest_object));
            open.emplace_back(scanner.name());
            if (open.size() == 1 && open.back() != "topology") return wrong("it is no topology of hwloc");
            if (open.size() == 1) {
                const std::string version = scanner.attribute("version");
                m_is_newest = version.starts_with("3.");
                if (!version.empty() && !m_is_newest && !version.starts_with("1.") &&
                    !version.starts_with("2."))
                    return wrong(fmt::format("it is of version {} of the format; 1 to 3 are read",
                                             version.substr(0, 20)));
            }
            begin_tag(scanner);
            if (m_gpus.size() + m_nics.size() > most_devices_found)
                return wrong(fmt::format("it has more than {} GPUs and NICs", most_devices_found));
        }
        if (!open.empty()) return wrong(fmt::format("the tag '{}' does not end", open.back()));
        return built();
    }

private:
    struct Object {
        std::string type, name;
        size_t number = 0;
        bool is_bridge = false, is_host_bridge = false;
        // PCIDev
        bool is_gpu = false, is_network = false;
        double rate = 0;
        std::string model, nic, card;
    };
    struct Device {
        std::vector<Object> around; ///< from the outside in
        std::string name;
        double rate = 0;
        std::string card;
    };

    tl::unexpected<Diagnostic> wrong(std::string what) const {
        return fail(m_file.name, std::move(what), "give what `lstopo --of xml` writes");
    }

    void begin_tag(XmlScanner& scanner) {
        if (scanner.name() == "object") {
            Object object;
            object.number = ++m_objects;
            object.type = scanner.attribute("type");
            object.name = scanner.attribute("name");
            if (object.type == "Bridge") {
                const std::string kind = scanner.attribute("bridge_type");
                object.is_host_bridge = kind.starts_with('0');
                object.is_bridge = !object.is_host_bridge;
            } else if (object.type == "PCIDev") {
                const std::string kind = scanner.attribute("pci_type");
                // Boards have a display of AMD's for their management; its accelerators are of other classes.
                const auto is_class = [&](std::string_view code) { return kind.starts_with(code); };
                const bool of_nvidia = kind.find("[10de:") == 5, of_amd = kind.find("[1002:") == 5;
                object.is_gpu = (of_nvidia && is_class("03")) ||
                                (of_amd && (is_class("0302") || is_class("0380") || is_class("1200")));
                object.is_network = is_class("02") || is_class("0c06");
                const std::string place = scanner.attribute("pci_busid"); // "0000:28:00.1"
                if (const size_t dot = place.rfind('.'); dot != std::string::npos)
                    object.card = place.substr(0, dot);
                object.rate = decimal_of(scanner.attribute("pci_link_speed")) * 1e9;
            } else if (object.type == "Package" || object.type == "Socket")
                ++m_out.sockets;
            else if (object.type == "NUMANode")
                ++m_out.numa_nodes;
            else if (object.type == "Core")
                ++m_out.cores;
            else if (object.type == "OSDev") {
                const std::string kind = scanner.attribute("osdev_type");
                Object* const device = pci_device();
                // OpenFabrics is 3, since hwloc 3 it is 32; other network cards have only their interface.
                const bool is_fabric = kind == (m_is_newest ? "32" : "3");
                const bool is_interface = kind == (m_is_newest ? "16" : "2");
                if (device && device->is_network && (is_fabric || (is_interface && device->nic.empty())))
                    device->nic = object.name;
            }
            m_open.push_back(std::move(object));
        } else if (scanner.name() == "info") {
            Object* const device = pci_device();
            if (device && scanner.attribute("name") == "GPUModel" && device->model.empty())
                device->model = scanner.attribute("value");
        } else if (scanner.name() == "distances2hetero" || scanner.name() == "distances2")
            m_in_nvlink = scanner.attribute("name") == "NVLinkBandwidth" && m_values.empty();
    }

    void end_tag(const std::string& name) {
        if (name == "distances2hetero" || name == "distances2") m_in_nvlink = false;
        if (name != "object" || m_open.empty()) return;
        Object object = std::move(m_open.back());
        m_open.pop_back();
        if (object.type != "PCIDev") return;
        if (object.is_gpu)
            m_gpus.push_back({m_open, object.model, object.rate, {}});
        else if (object.is_network)
            m_nics.push_back(
                {m_open, object.nic.empty() ? object.name : object.nic, object.rate, object.card});
    }

    Object* pci_device() {
        for (size_t i = m_open.size(); i > 0; --i)
            if (m_open[i - 1].type == "PCIDev") return &m_open[i - 1];
        return nullptr;
    }

    static InsideLink between(const Device& a, const Device& b) {
        size_t common = 0;
        while (common < a.around.size() && common < b.around.size() &&
               a.around[common].number == b.around[common].number)
            ++common;
        if (common == 0) return {};
        const Object& nearest = a.around[common - 1];
        const auto bridges = [&](const Device& device) {
            return std::count_if(device.around.begin() + static_cast<std::ptrdiff_t>(common),
                                 device.around.end(), [](const Object& each) { return each.is_bridge; });
        };
        // The port of a switch that a device hangs at is a bridge of its own: one on either side is one
        // switch.
        if (nearest.is_bridge)
            return {bridges(a) <= 1 && bridges(b) <= 1 ? Nearness::bridge : Nearness::bridges, 0};
        if (nearest.is_host_bridge) return {Nearness::host_bridge, 0};
        if (nearest.type == "Machine" || nearest.type == "System") return {Nearness::other_socket, 0};
        return {Nearness::numa_node, 0};
    }

    Result<ServerInside> built() {
        if (m_out.sockets == 0 && m_objects == 0) return wrong("it has no objects");
        const size_t count = m_gpus.size();
        std::vector<double> values;
        for (size_t at = 0; at < m_values.size() && values.size() <= count * count;) {
            const size_t end = std::min(m_values.find_first_of(" \n\r\t", at), m_values.size());
            if (end > at) values.push_back(decimal_of(m_values.substr(at, end - at)));
            at = end + 1;
        }
        m_out.tells_nvlink = count > 1 && values.size() == count * count;
        for (size_t i = 0; i < count; ++i) {
            ServerInside::Gpu gpu;
            gpu.model = m_gpus[i].name;
            gpu.pci_rate = m_gpus[i].rate;
            for (size_t k = 0; k < count; ++k) {
                InsideLink link = between(m_gpus[i], m_gpus[k]);
                if (i == k)
                    link = {Nearness::itself, 0};
                else if (m_out.tells_nvlink && values[i * count + k] > 0)
                    link = {Nearness::nvlink, 0};
                gpu.to_gpus.push_back(link);
            }
            m_out.gpus.push_back(std::move(gpu));
        }
        for (const Device& nic : m_nics) {
            ServerInside::Nic out{nic.name, nic.rate, {}, nic.card};
            for (const Device& gpu : m_gpus) out.to_gpus.push_back(between(nic, gpu));
            m_out.nics.push_back(std::move(out));
        }
        return std::move(m_out);
    }

    const NamedText& m_file;
    ServerInside m_out;
    std::vector<Object> m_open;
    std::vector<Device> m_gpus, m_nics;
    std::string m_values; ///< the first matrix of NVLink as text
    bool m_in_nvlink = false, m_is_newest = false;
    size_t m_objects = 0;
};

} // namespace

bool is_lstopo(std::string_view text) {
    const size_t root = text.substr(0, 4'096).find("<topology");
    return root != std::string_view::npos && text.find('<') != std::string_view::npos;
}

Result<ServerInside> read_lstopo(const NamedText& file) { return LstopoReader(file).read(); }

} // namespace roofrack
