import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge } from 'prom-client'

/**
 * Loaded into the measured server: how long its event loop was held up at most since `/metrics` was last asked, and how much
 * processor time its main thread has taken. The server's own figures have a timer of 10 ms, which counts as 10 ms even if it
 * is punctual, and the time of all threads.
 */
const RESOLUTION_MS = 1

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()
new Gauge({
  name: 'bench_held_up_ms',
  help: 'The longest time the event loop was held up',
  collect() {
    this.set(delays.max / 1e6)
    delays.reset()
  },
})
new Gauge({
  name: 'bench_main_thread_seconds',
  help: 'Processor time of the main thread since the start',
  collect() {
    const { user, system } = process.threadCpuUsage()
    this.set((user + system) / 1e6)
  },
})
