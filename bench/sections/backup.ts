import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import nodeOptions from '#server/node-options.json' with { type: 'json' }
import { type Bench, METRICS } from '../bench.ts'
import type { Figure } from '../figures.ts'
import type { LoadOrder, LoadResult } from '../load.ts'
import { startWorker, type Worker } from '../worker.ts'

const RATE = 400
const WARM_UP_MS = 5_000
const program = fileURLToPath(new URL('../../server/commands/backup.ts', import.meta.url))

/** Acknowledgement times while backups are made one after the other, and the same without backups. */
export async function backup({ server, farm, quick, say }: Bench): Promise<Figure[]> {
  const load: Worker<LoadOrder, LoadResult> = startWorker('./load.ts')
  const order = { do: 'run' as const, rate: RATE, warmUpMs: WARM_UP_MS, ms: quick ? 8_000 : 20_000 }
  try {
    await load.ask({
      do: 'connect',
      port: server.mqttPort,
      group: 'farm',
      gateways: farm.gateways,
      metrics: METRICS,
      window: 20,
    })
    say('backup: without one')
    const without = await load.ask(order)
    say('backup: while they are made')
    const backups = makeBackups(server)
    const during = await load.ask(order)
    const made = await backups.end()
    const figure = (name: string, value: number, unit: string): Figure => ({
      section: 'backup',
      name,
      value,
      unit,
    })
    return [
      figure(`acknowledged after, at ${RATE}/s, p99, no backup`, without.p99, 'ms'),
      figure(`acknowledged after, at ${RATE}/s, p99, during backups`, during.p99, 'ms'),
      figure('not sent in time during backups', during.skipped, 'messages'),
      figure('backups made meanwhile', made, ''),
    ]
  } finally {
    await load.stop()
    await rm(join(server.dataDir, 'backups'), { recursive: true, force: true })
  }
}

/** Makes backups one after the other until ended; answers how many were made. */
function makeBackups({ env }: Bench['server']) {
  let [made, isEnded] = [0, false]
  const running = (async () => {
    for (; !isEnded; made++)
      await promisify(execFile)(process.execPath, [...nodeOptions.flags, program], { env })
  })()
  running.catch(() => {})
  return {
    async end() {
      isEnded = true
      await running
      return made
    },
  }
}
