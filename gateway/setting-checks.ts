import type { Order } from '#shared/device-order.ts'
import { type Field, type FieldValue, UnwritableError, wordsFor } from '#shared/register-maps/values.ts'
import { commandResults } from '#shared/setting-changes.ts'
import {
  checkSettings,
  type SettingDocument,
  type SettingValue,
  settingByName,
  settingsInGroup,
} from '#shared/signals.ts'
import type { Place } from './setting-writer.ts'
import type { UnitReader } from './unit-reader.ts'

export type Places = ReadonlyMap<string, Place>
/** A register that says whether somebody works at the panel. */
export interface Lock {
  field: Field
  reader: UnitReader
}

export const placesOf = (places: Places, names: readonly string[]): Place[] =>
  names.flatMap(name => places.get(name) ?? [])

/** What is wrong with a document by the ranges of the signal model, of the map and of the registers. */
export function outOfRange(
  wanted: SettingDocument,
  known: SettingDocument,
  places: Places,
): string | undefined {
  const groups = new Set(Object.keys(wanted).flatMap(name => settingByName(name)?.group ?? []))
  const around: Record<string, SettingValue> = {}
  for (const group of groups)
    for (const { name } of settingsInGroup(group)) {
      const value = known[name]
      if (value !== undefined) around[name] = value
    }
  const [problem] = checkSettings({ ...around, ...wanted }, around)
  if (problem) return `${problem.field}: ${problem.message}`
  for (const { name, field } of placesOf(places, Object.keys(wanted))) {
    const says = beyondRegister(field, wanted[name] as SettingValue)
    if (says !== undefined) return `${name}: ${says}`
  }
  return undefined
}

function beyondRegister(field: Field, value: SettingValue): string | undefined {
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = field
  if (typeof value === 'number' && (value < low || value > high))
    return `the controller takes ${field.low ?? ''} to ${field.high ?? ''}`
  try {
    // Whatever the other bits of its registers are.
    wordsFor(
      field,
      value,
      field.places.map(() => 0),
    )
    return undefined
  } catch (error) {
    if (error instanceof UnwritableError) return error.message
    throw error
  }
}

/** The answer to an order that needs no question to the controller. */
export function refusal(
  order: Order,
  known: SettingDocument,
  places: Places,
  now: number,
): [result: number, says: string] | undefined {
  const names = Object.keys(order.settings)
  if (order.expiresAt !== undefined && order.expiresAt < now)
    return [commandResults.expired, 'the command came after its time']
  const unknown = order.unknown ?? names.find(name => !places.has(name))
  if (unknown !== undefined) return [commandResults.unsupported, `${unknown}: unknown`]
  if (names.length === 0) return [commandResults.unsupported, 'the command holds no setting']
  const problem = outOfRange(order.settings, known, places)
  if (problem !== undefined) return [commandResults.outOfRange, problem]
  return isSilent(placesOf(places, names))
    ? [commandResults.noController, 'the controller does not answer its gateway']
    : undefined
}

export const isSilent = (places: readonly Place[]): boolean =>
  places.some(({ reader }) => reader.isAlive() !== true)

/**
 * Whether the panel lets settings be changed; `unknown` where its register has no value, or its unit does not answer.
 * @throws ModbusError
 */
export async function panelState(locks: readonly Lock[]): Promise<'free' | 'locked' | 'unknown'> {
  let isKnown = true
  for (const { field, reader } of locks) {
    const words = reader.isAlive() ? await reader.bus.alone(ask => reader.wordsOf(ask, [field])) : undefined
    const found = words?.get(field)
    const isLocked = found && reader.meaning(field, found)
    if (isLocked === true) return 'locked'
    if (isLocked !== false) isKnown = false
  }
  return isKnown ? 'free' : 'unknown'
}

/**
 * The answer to an order while its panel does not let settings be changed, or nobody can say.
 * @throws ModbusError
 */
export async function barredBy(locks: readonly Lock[]): Promise<[result: number, says: string] | undefined> {
  const state = await panelState(locks)
  if (state === 'free') return undefined
  return state === 'locked'
    ? [commandResults.lockedAtPanel, 'the controller is locked at its panel']
    : [commandResults.noController, 'nobody can say whether somebody works at the panel']
}

/**
 * The settings as they are in the controller at this moment.
 * @throws ModbusError
 */
export async function settingsNow(places: readonly Place[]): Promise<Map<string, FieldValue>> {
  const values = new Map<string, FieldValue>()
  for (const [reader, own] of Map.groupBy(places, ({ reader }) => reader)) {
    const fields = own.map(({ field }) => field)
    const words = await reader.bus.alone(ask => reader.wordsOf(ask, fields))
    for (const { name, field } of own) {
      const found = words.get(field)
      if (found) values.set(name, reader.meaning(field, found))
    }
  }
  return values
}
