// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/planted/event_times.h"
#include "tests/support/planted/planted_job.h"

#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace roofrack::test {

/// What is written of something that happened.
enum class SeenAs {
    op,
    launch,
    kernel,
    collective,
    copy_in,
    copy_out,
    copy_call,
    synchronise,
    allocate,
    release,
    loader,
    step
};

struct SeenEvent {
    SeenAs as = SeenAs::op;
    int begin = 0, end = 0; ///< from the start of one thing to the end of another
    std::string name;
    int stream = 0, correlation = 0, thread = 1;
    std::string collective, group; ///< its kind and its process group
    int group_size = 0, sequence = 0;
    int64_t elements = 0; ///< elements of a collective, two bytes each; bytes of memory
};

/// A job's ranks, each with its host, queue and streams, and the collectives that tie them together,
/// simulated to the end. Hosts run ahead of their devices; a kernel begins when it was launched and its
/// stream is free; a collective ends when the last rank has come and the data are through.
class SimulatedJob {
public:
    explicit SimulatedJob(const PlantedJob& job)
        : m_job(job) {
        for (int rank = 0; rank < job.ranks; ++rank) m_ranks.emplace_back(job, rank);
        for (int step = 0; step < job.steps; ++step)
            for (int rank = 0; rank < job.ranks; ++rank) run_step(rank, step);
        for (auto& [key, members] : m_meetings) m_times.join(members);
        m_times.solve();
    }

    bool all_solved() const { return m_times.all_solved(); }
    /// Mean time of a step in µs, without the first, from the end of one to the end of the next, over all
    /// ranks.
    double step_us() const { return (finish(m_job.steps - 1) - finish(0)) / (m_job.steps - 1); }
    /// When the last device has done all of a step.
    double finish(int step) const {
        double end = 0;
        for (const Rank& rank : m_ranks)
            for (const int last : rank.last_of_step[static_cast<size_t>(step)])
                end = std::max(end, m_times.end(last));
        return end;
    }
    const PlantedJob& job() const { return m_job; }
    const EventTimes& times() const { return m_times; }
    const std::vector<SeenEvent>& seen(int rank) const { return m_ranks[static_cast<size_t>(rank)].seen; }
    /// SM clock of a GPU in MHz at that time.
    double clock_mhz(int rank, double us) const {
        const Plant* plant = m_job.plant(Planted::throttling);
        if (!plant || plant->rank != rank) return 1980;
        for (int step = 0; step < m_job.steps; ++step)
            if (us <= finish(step)) return 1980 / throttled(*plant, step);
        return 1980 / throttled(*plant, m_job.steps - 1);
    }

private:
    struct Rank {
        Rank(const PlantedJob& job, int number)
            : kernels(job.seed, 100 + static_cast<uint64_t>(number))
            , host_noise(job.seed, 200 + static_cast<uint64_t>(number))
            , speed(Chance(job.seed, 300 + static_cast<uint64_t>(number)).noise(0.004)) {}

        Chance kernels, host_noise;
        double speed;
        int host = -1, correlation = 0, batch = -1, episodes = 0;
        std::map<int, int> stream_end;              ///< last thing of each stream
        std::vector<int> launched;                  ///< every kernel, in the order of launches
        std::map<std::string, int> sequence;        ///< collectives of each group so far
        std::vector<std::vector<int>> last_of_step; ///< last things of all streams
        std::vector<SeenEvent> seen;
    };
    static constexpr int compute = 7, outer_stream = 20, inner_stream = 24, queue = 1024;

    Rank& at(int rank) { return m_ranks[static_cast<size_t>(rank)]; }
    int inner_of(int rank) const { return rank % m_job.inner; }
    int outer_of(int rank) const { return rank / m_job.inner; }

    static double throttled(const Plant& plant, int step) {
        return 1 + plant.strength * std::min(1.0, static_cast<double>(step) / 3);
    }
    double slowed(int rank, int step) const {
        double out = 1;
        if (const Plant* plant = m_job.plant(Planted::slow_gpu); plant && plant->rank == rank)
            out *= 1 + plant->strength;
        if (const Plant* plant = m_job.plant(Planted::throttling); plant && plant->rank == rank)
            out *= throttled(*plant, step);
        return out;
    }

    /// Something on the host, behind all that it did before.
    int on_host(Rank& rank, double us) {
        const int thing = m_times.add(us);
        m_times.after(thing, rank.host);
        return rank.host = thing;
    }
    /// The host goes on when the device has done that, at the earliest.
    int wait_on_host(Rank& rank, double us, const std::vector<int>& for_things) {
        on_host(rank, us);
        const int thing = m_times.add(1);
        m_times.after(thing, rank.host);
        for (const int each : for_things) m_times.after(thing, each, 2);
        return rank.host = thing;
    }
    int host_work(Rank& rank, double us, const std::string& name, int thread) {
        double taken = us * m_job.host_factor * rank.host_noise.noise(0.2);
        if (rank.host_noise.happens(0.0003))
            taken += rank.host_noise.uniform(50, 250); // the kernel of the host
        const int op = on_host(rank, taken);
        SeenEvent event;
        event.begin = event.end = op;
        event.name = name;
        event.thread = thread;
        rank.seen.push_back(std::move(event));
        return op;
    }
    /// Launches something on a stream behind what else it waits for.
    int launch(Rank& rank, SeenAs as, const std::string& name, int stream, double us,
               const std::vector<int>& behind = {}, const char* call = "cudaLaunchKernel") {
        const int call_thing = on_host(rank, 3.5 * m_job.host_factor * rank.host_noise.noise(0.15));
        if (rank.launched.size() >= queue) // the host waits for a place in the queue
            m_times.after(call_thing, rank.launched[rank.launched.size() - queue]);
        const int thing = m_times.add(us);
        m_times.after(thing, call_thing, 2.5);
        const auto [end, is_new] = rank.stream_end.emplace(stream, thing);
        if (!is_new) m_times.after(thing, end->second, 0.9);
        end->second = thing;
        for (const int each : behind) m_times.after(thing, each, 1.2);
        rank.launched.push_back(thing);
        SeenEvent called;
        called.as = as == SeenAs::copy_in || as == SeenAs::copy_out ? SeenAs::copy_call : SeenAs::launch;
        called.begin = called.end = call_thing;
        called.name = call;
        called.thread = rank.seen.empty() ? 1 : rank.seen.back().thread;
        called.correlation = ++rank.correlation;
        rank.seen.push_back(called);
        SeenEvent done;
        done.as = as;
        done.begin = done.end = thing;
        done.name = name;
        done.stream = stream;
        done.correlation = rank.correlation;
        rank.seen.push_back(std::move(done));
        return thing;
    }
    int kernel(int rank, int step, const char* op, const char* name, double us, int thread,
               const std::vector<int>& behind = {}) {
        Rank& on = at(rank);
        host_work(on, m_job.op_us, op, thread);
        double taken = us * on.speed * on.kernels.noise(0.02) * slowed(rank, step);
        if (on.kernels.happens(0.002)) taken *= 1.4;
        return launch(on, SeenAs::kernel, name, compute, std::max(1.2, taken), behind);
    }

    /// Bytes of a buffer that the links of an H100 in its server carry in a µs: 380 GB/s of bus bandwidth,
    /// 300 of a send.
    static double bytes_per_us(const std::string& kind, int size) {
        if (kind == "send" || kind == "recv") return 300e3;
        const double share = static_cast<double>(size - 1) / size;
        return 380e3 / (kind == "allreduce" ? 2 * share : share);
    }

    /// A collective of the ranks of a group; `us`: the transfer, once all are there.
    int collective(int rank, const std::string& group, int size, const char* kind, const char* kernel_name,
                   double us, bool is_slow, double factor, int stream, const std::vector<int>& behind,
                   int thread) {
        Rank& on = at(rank);
        host_work(on, m_job.op_us, "c10d::" + std::string(kind), thread);
        const int sequence = on.sequence[group]++;
        // all members draw the same
        Chance chance(m_job.seed, std::hash<std::string>{}(group)*1000003 + static_cast<uint64_t>(sequence));
        double taken = 12 + us * chance.noise(0.03);
        if (is_slow) taken = 12 + (taken - 12) * factor;
        const int thing = launch(on, SeenAs::collective, kernel_name, stream, taken, behind);
        SeenEvent& event = on.seen.back();
        event.collective = kind;
        event.group = group;
        event.group_size = size;
        event.sequence = sequence;
        event.elements = static_cast<int64_t>(us * bytes_per_us(kind, size) / 2);
        m_meetings[{group, sequence}].push_back(thing);
        return thing;
    }

    bool is_slow_link(bool inner, int group, int step) const {
        const Plant* plant = m_job.plant(Planted::slow_link);
        if (!plant || plant->inner != inner || plant->group != group) return false;
        // where there is one group only, the link begins to fail on the way
        const bool alone = inner ? false : m_job.inner == 1;
        return !alone || step >= m_job.steps / 2;
    }
    double link_factor() const {
        const Plant* plant = m_job.plant(Planted::slow_link);
        return plant ? 1 + plant->strength : 1;
    }

    void run_step(int rank, int step);
    void read_batch(int rank, int step);
    /// One kernel of a layer, with its share of the layer's time.
    struct LayerKernel {
        const char *op, *name;
        double share;
    };
    /// The kernels of a layer one after the other, with what ranks that share it tell each other between
    /// them.
    std::vector<int> kernels(int rank, int step, std::span<const LayerKernel> parts, int thread,
                             const std::vector<int>& behind);
    std::vector<int> forward(int rank, int step, int layer, const std::vector<int>& behind);
    std::vector<int> backward(int rank, int step, int layer, const std::vector<int>& behind);
    void layers_in_order(int rank, int step);
    void pipeline(int rank, int step);
    int pass_on(int rank, int step, int to, bool sends, bool is_forward, const std::vector<int>& behind);
    int reduce(int rank, int step);
    void end_step(int rank, int step);
    void fragment(int rank, int at_layer);
    void late(int rank);

    PlantedJob m_job;
    EventTimes m_times;
    std::vector<Rank> m_ranks;
    std::map<std::pair<std::string, int>, std::vector<int>> m_meetings;
};

inline void SimulatedJob::read_batch(int rank, int step) {
    Rank& on = at(rank);
    double produce = 0;
    if (const Plant* plant = m_job.plant(Planted::starved_input)) produce = plant->strength;
    const double draw = on.host_noise.noise(0.25);
    const int begin = on_host(on, 1);
    std::vector<int> behind;
    if (produce > 0) {
        // storage gives a batch every so often, however long a step takes
        const int batch =
            m_times.add(produce * Chance(m_job.seed, 900 + static_cast<uint64_t>(step)).noise(0.04));
        m_times.after(batch, on.batch);
        on.batch = batch;
        behind.push_back(batch);
    }
    const int end = wait_on_host(on, m_job.loader_us * draw, behind);
    SeenEvent event;
    event.as = SeenAs::loader;
    event.begin = begin;
    event.end = end;
    event.name = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__";
    on.seen.push_back(event);
    host_work(on, m_job.op_us, "aten::copy_", 1);
    launch(on, SeenAs::copy_in, "Memcpy HtoD (Pinned -> Device)", compute, 8 + 0.01 * m_job.layer_us, {},
           "cudaMemcpyAsync");
}

inline void SimulatedJob::late(int rank) {
    const Plant* plant = m_job.plant(Planted::late_rank);
    if (!plant || plant->rank != rank) return;
    // something else has the host's cores: in short pieces, no operator of the framework
    Rank& on = at(rank);
    const double draw = on.host_noise.noise(0.1);
    on_host(on, plant->strength * draw);
}

inline void SimulatedJob::fragment(int rank, int at_layer) {
    const Plant* plant = m_job.plant(Planted::fragmentation);
    Rank& on = at(rank);
    if (!plant || at_layer % 2 != 0 || on.episodes == 2) return; // twice a step
    ++on.episodes;
    // no block is large enough: cached ones are given back, which waits for the device, then a new one is
    // taken
    const auto seen = [&](SeenAs as, int begin, int end, const char* name, int64_t bytes) {
        SeenEvent event;
        event.as = as;
        event.begin = begin;
        event.end = end;
        event.name = name;
        event.elements = bytes;
        event.correlation = ++on.correlation;
        on.seen.push_back(event);
    };
    std::vector<int> all;
    for (const auto& [stream, last] : on.stream_end) all.push_back(last);
    for (int i = 0; i < 3; ++i) {
        const int begin = on_host(on, plant->strength * on.host_noise.noise(0.2));
        const int end = i == 0 ? wait_on_host(on, 1, all) : begin;
        seen(SeenAs::release, begin, end, "cudaFree", -(int64_t{96} << 20));
    }
    const int taken = on_host(on, 2 * plant->strength * on.host_noise.noise(0.2));
    seen(SeenAs::allocate, taken, taken, "cudaMalloc", int64_t{256} << 20);
}

inline std::vector<int> SimulatedJob::kernels(int rank, int step, std::span<const LayerKernel> parts,
                                              int thread, const std::vector<int>& behind) {
    std::vector<int> waits = behind;
    int last = -1;
    for (size_t i = 0; i < parts.size(); ++i) {
        last = kernel(rank, step, parts[i].op, parts[i].name, m_job.layer_us * parts[i].share, thread, waits);
        waits.clear();
        if (m_job.sharing == Sharing::tensor && (i == 3 || i == 6)) {
            const int group = outer_of(rank);
            waits = {collective(rank, "tp_" + std::to_string(group), m_job.inner, "allreduce",
                                "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                                m_job.layer_us * m_job.tensor_share, is_slow_link(true, group, step),
                                link_factor(), inner_stream, {last}, thread)};
            last = waits[0];
        }
    }
    return {last};
}

inline std::vector<int> SimulatedJob::forward(int rank, int step, int layer, const std::vector<int>& behind) {
    static constexpr std::array<LayerKernel, 7> parts{{
        {"aten::native_layer_norm",
         "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int)",
         0.04},
        {"aten::linear",
         "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x256x64_warpgroupsize2x1x1_execute_segment_k_"
         "off_kernel__5x_cublas",
         0.22},
        {"aten::scaled_dot_product_attention",
         "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, "
         "4>>(pytorch_flash::Flash_fwd_params)",
         0.16},
        {"aten::linear",
         "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_"
         "off_kernel__5x_cublas",
         0.10},
        {"aten::linear",
         "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize256x128x64_warpgroupsize2x1x1_execute_segment_k_"
         "off_kernel__5x_cublas",
         0.20},
        {"aten::gelu",
         "void at::native::vectorized_elementwise_kernel<4, "
         "at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&)::{lambda(c10::BFloat16)#1}, "
         "at::detail::Array<char*, 2> >(int)",
         0.08},
        {"aten::linear",
         "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x192x64_warpgroupsize2x1x1_execute_segment_k_"
         "off_kernel__5x_cublas",
         0.20},
    }};
    fragment(rank, layer);
    return kernels(rank, step, parts, 1, behind);
}

inline std::vector<int> SimulatedJob::backward(int rank, int step, int layer,
                                               const std::vector<int>& behind) {
    static constexpr std::array<LayerKernel, 9> parts{{
        {"MmBackward0",
         "sm90_xmma_gemm_bf16bf16_bf16f32_f32_nn_n_tilesize128x256x64_warpgroupsize2x1x1_execute_segment_k_"
         "off_kernel__5x_cublas",
         0.40},
        {"MmBackward0",
         "sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize256x128x64_warpgroupsize2x1x1_execute_segment_k_"
         "off_kernel__5x_cublas",
         0.36},
        {"GeluBackward0",
         "void at::native::vectorized_elementwise_kernel<4, "
         "at::native::GeluBackwardCUDAKernelImpl(at::TensorIteratorBase&)::{lambda(c10::BFloat16, "
         "c10::BFloat16)#1}, at::detail::Array<char*, 3> >(int)",
         0.12},
        {"MmBackward0",
         "sm90_xmma_gemm_bf16bf16_bf16f32_f32_nn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_"
         "off_kernel__5x_cublas",
         0.22},
        {"ScaledDotProductFlashAttentionBackward0",
         "void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<128, 64, "
         "128, 8>>(pytorch_flash::Flash_bwd_params)",
         0.40},
        {"MmBackward0",
         "sm90_xmma_gemm_bf16bf16_bf16f32_f32_nn_n_tilesize128x192x64_warpgroupsize2x1x1_execute_segment_k_"
         "off_kernel__5x_cublas",
         0.22},
        {"MmBackward0",
         "sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize128x128x64_warpgroupsize2x1x1_execute_segment_k_"
         "off_kernel__5x_cublas",
         0.20},
        {"NativeLayerNormBackward0",
         "void at::native::(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<c10::BFloat16, "
         "float>(int)",
         0.06},
        {"AddBackward0",
         "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, "
         "at::detail::Array<char*, 3> >(int, at::native::CUDAFunctor_add<c10::BFloat16>)",
         0.02},
    }};
    fragment(rank, layer + 1);
    return kernels(rank, step, parts, 2, behind);
}

/// A layer's gradients, summed over the ranks that hold the same weights.
inline int SimulatedJob::reduce(int rank, int step) {
    if (m_job.outer() < 2) return -1;
    const bool sharded = m_job.sharing == Sharing::sharded;
    const int group = inner_of(rank);
    return collective(
        rank, "dp_" + std::to_string(group), m_job.outer(), sharded ? "_reduce_scatter_base" : "allreduce",
        sharded ? "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
                : "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
        2 * m_job.layer_us * m_job.grad_share, is_slow_link(false, group, step), link_factor(), outer_stream,
        {at(rank).stream_end[compute]}, 2);
}

inline void SimulatedJob::layers_in_order(int rank, int step) {
    const bool sharded = m_job.sharing == Sharing::sharded;
    const int group = inner_of(rank);
    const auto gather = [&](int thread) {
        return collective(rank, "dp_" + std::to_string(group), m_job.outer(), "_allgather_base",
                          "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                          m_job.layer_us * m_job.grad_share, is_slow_link(false, group, step), link_factor(),
                          outer_stream, {}, thread);
    };
    int gathered = sharded ? gather(1) : -1;
    for (int layer = 0; layer < m_job.layers; ++layer) {
        const int ready = gathered;
        if (sharded && layer + 1 < m_job.layers) gathered = gather(1); // one layer ahead
        forward(rank, step, layer, ready >= 0 ? std::vector{ready} : std::vector<int>());
    }
    kernel(rank, step, "aten::nll_loss_nd",
           "void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<float, float, "
           "long>(float*)",
           0.03 * m_job.layer_us, 1);
    gathered = sharded ? gather(2) : -1;
    for (int layer = m_job.layers - 1; layer >= 0; --layer) {
        const int ready = gathered;
        if (sharded && layer > 0) gathered = gather(2);
        backward(rank, step, layer, ready >= 0 ? std::vector{ready} : std::vector<int>());
        reduce(rank, step);
    }
}

inline int SimulatedJob::pass_on(int rank, int step, int to, bool sends, bool is_forward,
                                 const std::vector<int>& behind) {
    const int stage = inner_of(rank), low = std::min(stage, to);
    // each pair and direction has a communicator of its own
    const std::string group = std::string(is_forward ? "pp_f_" : "pp_b_") + std::to_string(outer_of(rank)) +
                              "_" + std::to_string(low);
    return collective(rank, group, 2, sends ? "send" : "recv",
                      "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", 0.06 * m_job.layer_us,
                      is_slow_link(true, outer_of(rank) * (m_job.inner - 1) + low, step), link_factor(),
                      inner_stream + 2 * (stage < to ? 0 : 1) + (is_forward ? 0 : 1), behind,
                      is_forward ? 1 : 2);
}

/// One forward, one backward.
inline void SimulatedJob::pipeline(int rank, int step) {
    const int stage = inner_of(rank), stages = m_job.inner;
    const int own_layers = std::max(1, m_job.layers / stages);
    const auto run_forward = [&] {
        std::vector<int> behind;
        if (stage > 0) behind.push_back(pass_on(rank, step, stage - 1, false, true, {}));
        std::vector<int> last = behind;
        for (int layer = 0; layer < own_layers; ++layer) last = forward(rank, step, layer, last);
        if (stage + 1 < stages) pass_on(rank, step, stage + 1, true, true, last);
    };
    const auto run_backward = [&](int microbatch) {
        std::vector<int> behind;
        if (stage + 1 < stages) behind.push_back(pass_on(rank, step, stage + 1, false, false, {}));
        std::vector<int> last = behind;
        for (int layer = own_layers - 1; layer >= 0; --layer) {
            last = backward(rank, step, layer, last);
            if (microbatch + 1 == m_job.microbatches) reduce(rank, step);
        }
        if (stage > 0) pass_on(rank, step, stage - 1, true, false, last);
    };
    const int warm_up = std::min(m_job.microbatches, stages - 1 - stage);
    for (int i = 0; i < warm_up; ++i) run_forward();
    for (int i = warm_up; i < m_job.microbatches; ++i) {
        run_forward();
        run_backward(i - warm_up);
    }
    for (int i = m_job.microbatches - warm_up; i < m_job.microbatches; ++i) run_backward(i);
}

inline void SimulatedJob::end_step(int rank, int step) {
    Rank& on = at(rank);
    std::vector<int> reduced;
    if (const auto last = on.stream_end.find(outer_stream); last != on.stream_end.end())
        reduced.push_back(last->second);
    for (int i = 0; i < 4; ++i)
        kernel(rank, step, "aten::_fused_adamw_",
               "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
               "namespace)::FusedOptimizerTensorListMetadata<4>>(int)",
               0.12 * m_job.layer_us * m_job.layers / (m_job.sharing == Sharing::pipeline ? m_job.inner : 1) /
                   4,
               1, i == 0 ? reduced : std::vector<int>());
    if (m_job.reads_loss) {
        host_work(on, m_job.op_us, "aten::_local_scalar_dense", 1);
        const int copied = launch(on, SeenAs::copy_out, "Memcpy DtoH (Device -> Pageable)", compute, 2, {},
                                  "cudaMemcpyAsync");
        const int begin = on_host(on, 1);
        SeenEvent event;
        event.as = SeenAs::synchronise;
        event.begin = begin;
        event.end = wait_on_host(on, 1, {copied});
        event.name = "cudaStreamSynchronize";
        event.correlation = ++on.correlation;
        on.seen.push_back(event);
    }
    auto& last = on.last_of_step.emplace_back();
    for (const auto& [stream, thing] : on.stream_end) last.push_back(thing);
}

inline void SimulatedJob::run_step(int rank, int step) {
    Rank& on = at(rank);
    const int begin = on_host(on, 1);
    on.episodes = 0;
    read_batch(rank, step);
    late(rank);
    if (m_job.sharing == Sharing::pipeline)
        pipeline(rank, step);
    else
        layers_in_order(rank, step);
    end_step(rank, step);
    SeenEvent event;
    event.as = SeenAs::step;
    event.begin = begin;
    event.end = on.host;
    event.name = "ProfilerStep#" + std::to_string(step + 3);
    on.seen.push_back(event);
}

} // namespace roofrack::test
