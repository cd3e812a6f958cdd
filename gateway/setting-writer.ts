import { setTimeout as pause } from 'node:timers/promises'
import { isBitTable } from '#shared/register-maps/registers.ts'
import { type Field, wordsFor } from '#shared/register-maps/values.ts'
import type { SettingDocument, SettingValue } from '#shared/signals.ts'
import { BUSY, ModbusError, type Request } from './modbus/pdu.ts'
import type { UnitReader } from './unit-reader.ts'
import type { Ask } from './word-questions.ts'

/** Why a controller took nothing. */
export type Reason = 'silent' | 'refused' | 'value' | 'busy' | 'ignored'

/** How a change of settings ended. */
export type Outcome =
  | { kind: 'done'; values: SettingDocument; before: SettingDocument }
  /** nothing of it is in the controller */
  | { kind: 'nothing'; why: Reason; says: string; values: SettingDocument }
  /** something of it is in the controller; `unknown` if it stopped answering */
  | { kind: 'part'; taken: readonly string[]; says: string; values: SettingDocument; unknown: boolean }

/** A setting with where it is written. */
export interface Place {
  name: string
  field: Field
  reader: UnitReader
}

/** a read-back that brings nothing is tried again so often */
const TRIES = 3

/** Settings of one unit, written and read back. */
interface UnitChange {
  ask: Ask
  reader: UnitReader
  places: readonly Place[]
}

/**
 * Writes settings of one unit completely, or not at all as far as the controller allows: each is read back, and what was taken of
 * a change that failed is set back.
 * @throws ModbusError if the unit does not even answer the question what it has now
 */
function changeUnit(places: readonly Place[], wanted: SettingDocument): Promise<Outcome> {
  const reader = (places[0] as Place).reader
  return reader.bus.alone(async ask => {
    const change = { ask, reader, places }
    const before = await wordsNow(change)
    const target = new Map(
      places.map(({ name, field }) => [
        field,
        wordsFor(field, wanted[name] as SettingValue, before.get(field) ?? []),
      ]),
    )
    const failure = await writeAll(change, target, before)
    const after = await readBack(change)
    if (!after) return lost(failure)
    const taken = places.filter(({ field }) => isEqual(field, after.get(field), target.get(field)))
    const values = documentOf(change, after)
    if (taken.length === places.length) return { kind: 'done', values, before: documentOf(change, before) }
    const moved = places.filter(({ field }) => !isEqual(field, after.get(field), before.get(field)))
    const says = failure?.message ?? mismatch(places, wanted, values)
    const why = reasonOf(failure)
    if (moved.length === 0) return { kind: 'nothing', why, says, values }
    return setBack(change, before, { moved, says, failure })
  })
}

const wordsNow = ({ ask, reader, places }: UnitChange) =>
  reader.wordsOf(
    ask,
    places.map(({ field }) => field),
  )

const documentOf = ({ reader, places }: UnitChange, words: ReadonlyMap<Field, number[]>): SettingDocument =>
  Object.fromEntries(
    places.flatMap(({ name, field }) => {
      const own = words.get(field)
      const value = own ? reader.meaning(field, own) : null
      return value === null ? [] : [[name, value]]
    }),
  )

/** The words of a value as they are now and as they are wanted; of a bit field only its bits. */
function isEqual(
  field: Field,
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): boolean {
  if (!one || !other) return false
  const mask = maskOf(field)
  return other.every((word, i) => ((word ^ (one[i] ?? ~word)) & (mask ?? 0xffff)) === 0)
}

function maskOf({ bits, places }: Field): number | undefined {
  if (bits === undefined || places.length > 1) return undefined
  const [low, high] = Array.isArray(bits) ? bits : [bits, bits]
  return (2 ** (high - low + 1) - 1) << low
}

/** Writes what differs; the first failure ends it. */
async function writeAll(
  { ask, reader, places }: UnitChange,
  target: ReadonlyMap<Field, number[]>,
  before: ReadonlyMap<Field, number[]>,
): Promise<ModbusError | undefined> {
  const { manner } = reader.unit.map
  const fields = places.map(({ field }) => field)
  // What is already so is not written: memory of controllers wears out.
  const changed = fields.filter(field => !isEqual(field, before.get(field), target.get(field)))
  for (const request of writesOf(reader.unit.unit, changed, target)) {
    try {
      await ask(request, manner.timeoutMs)
    } catch (error) {
      if (error instanceof ModbusError) return error
      throw error
    }
    await pause(manner.settleMs)
  }
  return undefined
}

/** Writes of neighbouring registers are one where the map allows it. */
export function writesOf(
  unit: number,
  fields: readonly Field[],
  target: ReadonlyMap<Field, number[]>,
): Request[] {
  const requests: Extract<Request, { kind: 'write' }>[] = []
  const sorted = fields.toSorted((a, b) => (a.places[0] ?? 0) - (b.places[0] ?? 0))
  // A register that holds several settings of one change is written once, with all of them.
  const registers = new Map<number, number>()
  for (const field of sorted) {
    const words = target.get(field) ?? []
    const table = isBitTable(field.table) ? 'coil' : 'holding'
    const isRow = field.places.every((place, i) => place === (field.places[0] as number) + i)
    const way = field.write === 'single' && field.places.length > 1 && isRow ? 'multiple' : field.write
    const last = requests.at(-1)
    if (field.bits !== undefined && field.places.length === 1) {
      const place = field.places[0] as number
      const mask = maskOf(field) ?? 0xffff
      const word = ((registers.get(place) ?? words[0] ?? 0) & ~mask & 0xffff) | ((words[0] ?? 0) & mask)
      registers.set(place, word)
      if (last?.table === table && last.address === place && last.words.length === 1) requests.pop()
      requests.push({ kind: 'write', unit, table, address: place, words: [word], way })
    } else if (!isRow) {
      for (const [i, place] of field.places.entries())
        requests.push({ kind: 'write', unit, table, address: place, words: [words[i] ?? 0], way })
    } else if (
      last?.way === 'multiple' &&
      way === 'multiple' &&
      last.table === table &&
      last.address + last.words.length === field.places[0] &&
      last.words.length + words.length <= 120
    ) {
      last.words = [...last.words, ...words]
    } else requests.push({ kind: 'write', unit, table, address: field.places[0] as number, words, way })
  }
  return requests
}

async function readBack(change: UnitChange): Promise<Map<Field, number[]> | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return await wordsNow(change)
    } catch (error) {
      if (!(error instanceof ModbusError)) throw error
      await pause(change.reader.unit.map.manner.settleMs)
    }
  }
  return undefined
}

const lost = (failure: ModbusError | undefined): Outcome => ({
  kind: 'part',
  taken: [],
  says: `${failure?.message ?? 'the controller does not answer'}; what it holds now is reported when it answers again`,
  values: {},
  unknown: true,
})

function reasonOf(failure: ModbusError | undefined): Reason {
  if (!failure) return 'ignored'
  if (failure.trouble !== 'exception') return 'silent'
  if (failure.code === BUSY) return 'busy'
  return failure.code === 3 ? 'value' : failure.code === 1 || failure.code === 2 ? 'refused' : 'silent'
}

function mismatch(places: readonly Place[], wanted: SettingDocument, values: SettingDocument): string {
  const wrong = places.find(({ name }) => values[name] !== wanted[name])
  return wrong
    ? `${wrong.name}: read back ${values[wrong.name] ?? 'nothing'} in place of ${wanted[wrong.name]}`
    : ''
}

/** Undoes what was taken; what cannot be undone is told. */
async function setBack(
  change: UnitChange,
  before: ReadonlyMap<Field, number[]>,
  { moved, says, failure }: { moved: readonly Place[]; says: string; failure: ModbusError | undefined },
): Promise<Outcome> {
  await writeAll({ ...change, places: moved }, before, new Map())
  const after = await readBack(change)
  if (!after) return lost(failure)
  const left = moved.filter(({ field }) => !isEqual(field, after.get(field), before.get(field)))
  const values = documentOf(change, after)
  if (left.length === 0) return { kind: 'nothing', why: reasonOf(failure), says, values }
  return { kind: 'part', taken: left.map(({ name }) => name), says, values, unknown: false }
}

/** What was taken in one unit, and what stood there before. */
interface Taken {
  places: readonly Place[]
  before: SettingDocument
}

/** A unit that does not answer takes nothing. */
const tryUnit = (places: readonly Place[], wanted: SettingDocument): Promise<Outcome> =>
  changeUnit(places, wanted).catch((error: unknown): Outcome => {
    if (!(error instanceof ModbusError)) throw error
    return { kind: 'nothing', why: 'silent', says: error.message, values: {} }
  })

/**
 * Changes settings of a controller, unit by unit. When one does not take them, those before it get back what they had; what
 * cannot be set back is told.
 */
export async function changeSettings(places: readonly Place[], wanted: SettingDocument): Promise<Outcome> {
  const done: Taken[] = []
  let values: SettingDocument = {}
  let before: SettingDocument = {}
  for (const own of Map.groupBy(places, ({ reader }) => reader).values()) {
    const outcome = await tryUnit(own, wanted)
    values = { ...values, ...outcome.values }
    if (outcome.kind !== 'done') return giveBack(done, { ...outcome, values })
    before = { ...before, ...outcome.before }
    done.push({ places: own, before: outcome.before })
  }
  return { kind: 'done', values, before }
}

/** Sets back the units that took their part of a change that failed, the last first. */
async function giveBack(
  done: readonly Taken[],
  failed: Exclude<Outcome, { kind: 'done' }>,
): Promise<Outcome> {
  let { values } = failed
  const left: Place[] = []
  for (const { places, before } of done.toReversed()) {
    const outcome = await tryUnit(places, before)
    values = { ...values, ...outcome.values }
    if (outcome.kind !== 'done')
      left.push(
        ...places.filter(({ name }) => outcome.kind === 'nothing' || outcome.values[name] !== before[name]),
      )
  }
  if (left.length === 0) return { ...failed, values }
  const stands = left.map(({ name, reader: { unit } }) => `${name} in unit ${unit.unit} of ${unit.bus}`)
  return {
    kind: 'part',
    taken: [...left.map(({ name }) => name), ...(failed.kind === 'part' ? failed.taken : [])],
    says: `half done: ${failed.says}; not set back: ${stands.join(', ')}`,
    values,
    unknown: failed.kind === 'part' && failed.unknown,
  }
}
