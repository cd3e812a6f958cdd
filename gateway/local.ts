import { join } from 'node:path'
import { alarmByMetric } from '#shared/signals.ts'
import { ToldHouses } from '#shared/told-houses.ts'
import type { Bus } from './bus.ts'
import type { Setup } from './config.ts'
import type { Controller } from './controller.ts'
import type { Disk } from './disk.ts'
import type { FarmClock } from './farm-clock.ts'
import { houseWatch } from './house-watch.ts'
import { patientKeeper } from './keeper.ts'
import { localPage } from './local-page.ts'
import { keyOf, type LocalView, SILENT } from './local-view.ts'
import { makeSiren } from './siren.ts'
import { type Critical, freshSiren, SirenMemory } from './siren-memory.ts'

interface LocalOptions {
  setup: Setup
  buses: ReadonlyMap<string, Bus>
  controllers: ReadonlyMap<string, Controller>
  isReached(): boolean
  clock: FarmClock
  disk: Disk
  say(text: string): void
}

const GRAVE: ReadonlySet<string | undefined> = new Set(['critical', 'emergency'])

/** s for which something must stand where no siren says otherwise */
const AFTER_S = 120

/** What works at the farm without the server: a page on its network, and a siren. */
export function makeLocal({ setup, buses, controllers, isReached, clock, disk, say }: LocalOptions) {
  const { local, siren: config, storage, server } = setup
  const file = (name: string) => join(storage.folder, name)
  const kept = { disk, say }
  const afterMs = (config?.afterS ?? AFTER_S) * 1_000
  const watch = houseWatch({
    keeper: patientKeeper(file('houses.json'), ToldHouses, [], kept),
    afterMs,
    keyOf,
  })
  let reachedAt = performance.now()
  const siren =
    config &&
    makeSiren({
      config,
      buses,
      keeper: patientKeeper(file('siren.json'), SirenMemory, freshSiren, kept),
      say,
    })

  const view = (): LocalView => ({
    gateway: server.gateway,
    awayMs: isReached() ? 0 : performance.now() - reachedAt,
    diskTrouble: disk.trouble(),
    clockAheadMs: clock.aheadMs() ?? 0,
    isTimeKnown: clock.isBelieved(),
    siren: siren?.state(),
    controllers: [...controllers.values()].map(({ code, silentForMs, shown }) => ({
      code,
      silentForMs: silentForMs(),
      values: shown(),
      found: watch.found(code),
    })),
  })
  const page = local && localPage({ config: local, view, siren, say })

  return {
    start() {
      siren?.start()
      page?.start()
    },
    /** What the server says of the houses. */
    told: watch.told,
    /** Looks at the alarms. */
    tick() {
      if (isReached()) reachedAt = performance.now()
      const at = { ticks: performance.now(), time: clock.now() }
      const criticals = [...controllers.values()].flatMap(each => [
        ...criticalsOf(each, afterMs),
        ...watch.look(watchedOf(each), at),
      ])
      siren?.look(isReached(), criticals)
    },
    stop() {
      siren?.stop()
      page?.stop()
    },
  }
}

const watchedOf = ({ code, shown, silentForMs }: Controller) => ({
  code,
  values: new Map(shown().map(({ name, value }) => [name, value])),
  isAnswering: silentForMs() === 0,
})

/** What birds can die of: grave alarms, and a controller of which nothing is known any more. */
function criticalsOf({ code, shown, silentForMs }: Controller, silentMs: number): Critical[] {
  const silentFor = silentForMs()
  const alarms = shown()
    .filter(({ name }) => GRAVE.has(alarmByMetric.get(name)?.severity))
    .map(({ name, value }) => ({
      key: keyOf(code, name),
      isActive: value === null ? null : value === true,
    }))
  const silent = {
    key: keyOf(code, SILENT),
    isActive: silentFor === undefined ? null : silentFor >= silentMs,
  }
  return [...alarms, silent]
}
