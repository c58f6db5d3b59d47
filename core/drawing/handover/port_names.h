// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/ports.h"

#include <cstdint>
#include <string>
#include <vector>

namespace roofrack {

/// The ports that cables take as they are laid one after the other, and what they are called: as NVIDIA's
/// Cable Validation Tool has it, "sw12p1" (cage 12; of a split port "sw12p1s1") on switches of InfiniBand,
/// "swp12" or, of a split port, "swp12s0" on those of Ethernet, "rail1" on servers. "stor1": a server's port
/// to a network of its own for storage or management; "chip1": one of a torus of chips; "port1" on storage
/// and on what tells no network.
class PortNames {
public:
    /// The cluster outlives this.
    PortNames(const Cluster& cluster, const Catalog& catalog, const Containment& containment,
              const PortTable& ports);

    /// The next port of an instance for a cable of `rate` of a drawn link.
    std::string next(int element, int64_t instance, int link, std::optional<ByteRate> rate);
    /// Ports that were given beyond those that the part has.
    double beyond() const { return m_beyond; }

private:
    enum class Style { infiniband, ethernet, rail, plain };
    /// The ports of an element, by what they are for.
    struct Device {
        Style style = Style::plain;
        int64_t instances = 0;
        int ports = 0;     ///< ports of the part; 0: it does not tell
        double rate = 0;   ///< rate of one port, bytes/s; 0: it does not tell
        bool twin = false; ///< two ports a cage
    };
    struct Taken {
        int port = 0;  ///< ports taken, the last may be split
        int split = 1; ///< parts of the last port
        int used = 1;  ///< parts of it that are taken
    };
    std::string text(const Device& device, const Taken& taken) const;

    const Cluster& m_cluster;
    std::vector<Device> m_devices;
    std::vector<bool> m_storage;                ///< by link
    std::vector<bool> m_self;                   ///< by link: it joins an element with itself
    std::vector<std::vector<Taken>> m_taken[3]; ///< by role, element and instance
    double m_beyond = 0;
};

} // namespace roofrack
