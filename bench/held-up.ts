import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge } from 'prom-client'

/**
 * Loaded into the measured server: how long its event loop was held up at most since `/metrics` was last asked. The server's
 * own figure has a timer of 10 ms, which counts as 10 ms even if it is punctual.
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
