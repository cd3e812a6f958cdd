import { join } from 'node:path'
import { alarmByMetric } from '#shared/signals.ts'
import type { Bus } from './bus.ts'
import type { Setup } from './config.ts'
import type { Controller } from './controller.ts'
import { keeper } from './keeper.ts'
import { localPage } from './local-page.ts'
import { keyOf, type LocalView, SILENT } from './local-view.ts'
import { makeSiren } from './siren.ts'
import { type Critical, freshSiren, SirenMemory } from './siren-memory.ts'

interface LocalOptions {
  setup: Setup
  buses: ReadonlyMap<string, Bus>
  controllers: ReadonlyMap<string, Controller>
  isReached(): boolean
  say(text: string): void
}

const GRAVE: ReadonlySet<string | undefined> = new Set(['critical', 'emergency'])

/** What works at the farm without the server: a page on its network, and a siren. */
export function makeLocal({ setup, buses, controllers, isReached, say }: LocalOptions) {
  const { local, siren: config, storage, server } = setup
  let reachedAt = performance.now()
  const siren =
    config &&
    makeSiren({
      config,
      buses,
      keeper: keeper(join(storage.folder, 'siren.json'), SirenMemory, freshSiren, say),
      say,
    })

  const view = (): LocalView => ({
    gateway: server.gateway,
    awayMs: isReached() ? 0 : performance.now() - reachedAt,
    siren: siren?.state(),
    controllers: [...controllers.values()].map(({ code, silentForMs, shown }) => ({
      code,
      silentForMs: silentForMs(),
      values: shown(),
    })),
  })
  const page = local && localPage({ config: local, view, siren, say })

  return {
    start() {
      siren?.start()
      page?.start()
    },
    /** Looks at the alarms. */
    tick() {
      if (isReached()) reachedAt = performance.now()
      if (!siren || !config) return
      const criticals = [...controllers.values()].flatMap(each => criticalsOf(each, config.afterS * 1_000))
      siren.look(isReached(), criticals)
    },
    stop() {
      siren?.stop()
      page?.stop()
    },
  }
}

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
