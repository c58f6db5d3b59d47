// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// How near two devices of a server are to each other, as `nvidia-smi topo -m` has it, the nearest first.
enum class Nearness {
    itself,
    nvlink,       ///< NV#: so many bonded links
    bridge,       ///< PIX: at most one PCIe bridge between them
    bridges,      ///< PXB: several, and no host bridge
    host_bridge,  ///< PHB: through the CPU's PCIe
    numa_node,    ///< NODE: between host bridges of one NUMA node
    other_socket, ///< SYS: over what joins the sockets
    unknown
};
std::string_view name_of(Nearness nearness); ///< "X", "NV", "PIX" …

struct InsideLink {
    Nearness nearness = Nearness::unknown;
    int links = 0; ///< NVLink only
};

/// What one program says of the inside of a server.
struct ServerInside {
    std::string file;
    struct Gpu {
        std::string model;               ///< empty: not said
        int numa = -1;                   ///< −1: not said
        double pci_rate = 0;             ///< B/s, one direction, of its link as it was then; 0: not said
        std::vector<InsideLink> to_gpus; ///< one a GPU; empty: not said
    };
    struct Nic {
        std::string name;                ///< "mlx5_0"; else "NIC0"
        double pci_rate = 0;             ///< B/s, one direction; 0: not said
        std::vector<InsideLink> to_gpus; ///< one a GPU
        std::string card;                ///< its place on PCI without the function; empty: not said
    };
    std::vector<Gpu> gpus;
    std::vector<Nic> nics;
    int sockets = 0, numa_nodes = 0, cores = 0; ///< 0: not said
    bool tells_nvlink = false;                  ///< GPUs without a link to each other have none
};

/// The text holds the heading of such a matrix, and its first row.
bool is_topology_matrix(std::string_view text);
/// Reads the matrix, the names of NICs below it and the models that `nvidia-smi -L` prints beside it, with
/// whatever stands around. Fails, with the line, on a matrix that is cut or says what no version prints, on
/// one whose halves contradict each other, and on more than 1,024 devices.
Result<ServerInside> read_topology_matrix(const NamedText& file);

/// `lstopo --of xml` of hwloc 1 to 3.
bool is_lstopo(std::string_view text);
/// Reads GPUs, NICs and the bridges between them. Fails on what is no XML of hwloc, on a document type that
/// declares anything, and on objects that are nested deeper than 200.
Result<ServerInside> read_lstopo(const NamedText& file);

} // namespace roofrack
