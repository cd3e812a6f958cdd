import type { Order } from '#shared/device-order.ts'
import { wireName } from '#shared/register-maps/register-map.ts'
import type { FieldValue } from '#shared/register-maps/values.ts'
import type { Metric } from '#shared/sparkplug/types.ts'
import type { Bus } from './bus.ts'
import type { ControllerSetup } from './config.ts'
import type { Counters } from './counters.ts'
import { type Desk, settingsDesk } from './desk.ts'
import type { DeskMemory } from './desk-memory.ts'
import type { Keeper } from './keeper.ts'
import { reporter } from './reporter.ts'
import type { Sample } from './sample-log.ts'
import type { Place } from './setting-writer.ts'
import { type Shown, shownValues } from './shown-values.ts'
import { type Reading, type UnitReader, unitReader } from './unit-reader.ts'
import { announcedOf, wireOf } from './wire.ts'

/** A controller of a house as the server knows it: one device on a bus or several together. */
export interface Controller {
  readonly code: string
  /** Whether it has a life to tell of: everything was asked for once, and something answers. */
  isAlive(): boolean
  start(): void
  stop(): void
  birth(now: number): Metric[]
  /** What is new since the last call, or everything; undefined for nothing. */
  report(now: number): Sample | undefined
  /** A sample on its way, by the aliases of the birth. */
  wire(sample: Sample, isPast: boolean): Metric[]
  nameOf(alias: number): string | undefined
  /** Settings with version, last answer and plan. */
  settingsReport(names: readonly string[]): Metric[]
  execute(order: Order): void
  tick(): void
  /** Everything it measures and warns of, as it is now. */
  shown(): Shown[]
  /** ms for which none of its devices answers; 0 if one does, undefined while that is not known. */
  silentForMs(): number | undefined
}

interface ControllerOptions {
  setup: ControllerSetup
  buses: ReadonlyMap<string, Bus>
  counters: Counters
  desk: Keeper<DeskMemory | null>
  /** first alias of this controller: an alias stands for one name in the whole node */
  firstAlias: number
  /** the time, ms since 1970 */
  now(): number
  onLife(): void
  onSettings(names: readonly string[]): void
  say(text: string): void
}

/** A controller that does not yet read. */
export function makeController(options: ControllerOptions): Controller {
  const { setup, buses, firstAlias, now, onLife, say } = options
  const announced = announcedOf(setup)
  const wire = wireOf(announced, firstAlias)
  const values = reporter(setup.code, announced.metrics)
  const people = shownValues(setup, announced.metrics, values)

  const readers = setup.units.map(unit =>
    unitReader({
      unit,
      bus: buses.get(unit.bus) as Bus,
      counters: options.counters,
      onReading: hear,
      onLife(isAlive) {
        markSilence()
        silentSince = readers.every(reader => reader.isAlive() === false) ? performance.now() : undefined
        if (isAlive) desk?.resume()
        onLife()
      },
      say: text => say(`${setup.code}: ${text}`),
    }),
  )
  const desk = announced.settings.size > 0 ? makeDesk() : undefined
  let silentSince: number | undefined

  function makeDesk(): Desk {
    const places = new Map<string, Place>()
    const locks: { field: Place['field']; reader: UnitReader }[] = []
    for (const reader of readers)
      for (const field of reader.unit.fields) {
        if (field.setting !== undefined) places.set(field.setting, { name: field.setting, field, reader })
        if (field.lock !== undefined) locks.push({ field, reader })
      }
    return settingsDesk({ places, locks, keeper: options.desk, now, tell: options.onSettings, say })
  }

  function hear(reading: Reading): void {
    const ofSettings = new Map<string, FieldValue>()
    for (const [field, value] of reading.values) {
      const name = wireName(field)
      if (name === undefined) continue
      people.note(name)
      if (field.setting === undefined) values.set(name, value)
      else ofSettings.set(name, value)
    }
    if (ofSettings.size > 0) desk?.notice(ofSettings)
    onLife()
  }

  /** The alarm of a part that does not answer while others do. */
  function markSilence(): void {
    const codes = new Set(setup.units.flatMap(({ map }) => map.silence ?? []))
    for (const code of codes) {
      const isSilent = readers.some(({ unit, isAlive }) => unit.map.silence === code && isAlive() === false)
      const isTold = readers.some(
        ({ unit, isAlive }) => isAlive() && unit.fields.some(({ alarm }) => alarm === code),
      )
      if (isSilent || !isTold) values.set(`Alarm/${code}`, isSilent)
    }
  }

  return {
    code: setup.code,
    isAlive: () =>
      readers.some(reader => reader.isComplete()) &&
      readers.every(reader => reader.isComplete() || reader.isAlive() === false),
    start() {
      for (const reader of readers) reader.start()
    },
    stop() {
      for (const reader of readers) reader.stop()
    },
    birth: at => [
      ...values.all().map(([each, value]) => wire.named(each, at, value)),
      ...[...announced.settings.keys()].flatMap(name => wire.setting(name, at, desk)),
      ...wire.steering(at, desk),
    ],
    report: values.report,
    wire: wire.sample,
    nameOf: wire.nameOf,
    settingsReport(changed) {
      const at = now()
      const metrics = [...wire.steering(at, desk), ...changed.flatMap(name => wire.setting(name, at, desk))]
      return metrics.map(wire.unnamed)
    },
    execute: order => desk?.execute(order),
    tick() {
      for (const reader of readers) reader.forgetStale()
      desk?.tick()
    },
    shown: people.shown,
    silentForMs() {
      if (silentSince !== undefined) return performance.now() - silentSince
      return readers.some(reader => reader.isAlive()) ? 0 : undefined
    },
  }
}
