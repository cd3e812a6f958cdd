import { commandResults } from '#shared/setting-changes.ts'
import type { SettingValue } from '#shared/signals.ts'
import { bookkeeping, isBookkeeping, settingByName } from '#shared/signals.ts'
import type { Metric, MetricValue } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
import { settingOfAlias } from './announced.ts'
import type { CommandTrouble } from './faults.ts'
import type { House } from './house-parts.ts'

/** The answer of a controller in trouble, which does nothing. */
const troubles: Readonly<Record<Exclude<CommandTrouble, 'half'>, readonly [result: number, says: string]>> = {
  locked: [commandResults.lockedAtPanel, 'the controller is locked at its panel'],
  controller: [commandResults.noController, 'the controller does not answer its gateway'],
  refusing: [commandResults.notAuthorised, 'the controller takes no commands'],
  busy: [commandResults.busy, 'the controller is busy'],
}

/** A controller's answer to a command. */
export interface CommandReply {
  id: string
  result: number
  message: string
  /** names of the settings read back */
  settings: string[]
}

/** Commands of one controller: checked, executed once, remembered by id, reverted if temporary. */
export interface CommandDesk {
  /** Executes the metrics of a DCMD, at `now` ms. */
  execute(metrics: readonly Metric[], now: number): CommandReply
  /** the last answer; undefined before the first command */
  last(): CommandReply | undefined
  /** reverts temporary changes that are due; returns the settings that changed */
  revertDue(now: number): string[]
}

/** answers kept in case commands come twice */
const REMEMBERED = 100

interface Order {
  id: string
  expectedVersion: bigint | undefined
  expiresAt: number | undefined
  revertAt: number | undefined
  settings: Record<string, SettingValue>
  unknown: string | undefined
}

/** The command desk of a house's controller. */
export function commandDesk(house: House): CommandDesk {
  const answered = new Map<string, CommandReply>()
  const returns: { at: number; values: Record<string, SettingValue> }[] = []
  let last: CommandReply | undefined

  function carryOut(order: Order, now: number): CommandReply {
    const names = Object.keys(order.settings)
    const answer = (result: number, message: string) => ({ id: order.id, result, message, settings: names })
    if (order.expiresAt !== undefined && order.expiresAt < now) {
      return answer(commandResults.expired, 'the command came after its time')
    }
    if (order.unknown !== undefined) return answer(commandResults.unsupported, `${order.unknown}: unknown`)
    if (names.length === 0) return answer(commandResults.unsupported, 'the command holds no setting')
    if (order.expectedVersion !== undefined && order.expectedVersion !== house.settings.version()) {
      return answer(commandResults.versionConflict, `the settings are at version ${house.settings.version()}`)
    }
    for (const [kind, [result, says]] of Object.entries(troubles))
      if (house.faults.has(kind as CommandTrouble)) return answer(result, says)
    if (house.faults.has('half')) return answer(...takeHalf(order, names))
    const before = Object.fromEntries(names.map(name => [name, house.settings.get(name) as SettingValue]))
    const [problem] = house.changeSettings(order.settings)
    if (problem) return answer(commandResults.outOfRange, `${problem.field}: ${problem.message}`)
    if (order.revertAt !== undefined) returns.push({ at: order.revertAt, values: before })
    return answer(commandResults.ok, '')
  }

  /** Only half of it arrives, as over a bad line. */
  function takeHalf(order: Order, names: readonly string[]): [number, string] {
    const taken = names.slice(0, names.length >> 1)
    house.changeSettings(Object.fromEntries(taken.map(name => [name, order.settings[name] as SettingValue])))
    return [commandResults.readBackMismatch, `${taken.length} of ${names.length} settings were taken`]
  }

  return {
    execute(metrics, now) {
      const order = readOrder(metrics)
      const known = order.id === '' ? undefined : answered.get(order.id)
      if (known) return known
      const reply = carryOut(order, now)
      last = reply
      // A busy controller executes it when it comes again.
      if (order.id !== '' && reply.result !== commandResults.busy) answered.set(order.id, reply)
      for (const id of answered.keys()) {
        if (answered.size <= REMEMBERED) break
        answered.delete(id)
      }
      return reply
    },
    last: () => last,
    revertDue(now) {
      const changed: string[] = []
      for (let i = returns.length - 1; i >= 0; i--) {
        const due = returns[i]
        if (!due || due.at > now) continue
        returns.splice(i, 1)
        if (house.changeSettings(due.values).length === 0) changed.push(...Object.keys(due.values))
      }
      return changed
    },
  }
}

/** Sorts the metrics of a DCMD; the first that is neither command nor setting is reported as unknown. */
function readOrder(metrics: readonly Metric[]): Order {
  const order: Order = {
    id: '',
    expectedVersion: undefined,
    expiresAt: undefined,
    revertAt: undefined,
    settings: {},
    unknown: undefined,
  }
  for (const metric of metrics) {
    const name = metric.name ?? settingOfAlias(metric.alias ?? -1) ?? `alias ${metric.alias ?? 'none'}`
    if (isBookkeeping(name)) readSteering(order, name as keyof typeof bookkeeping, metric)
    else readSetting(order, name, metric)
  }
  return order
}

function readSteering(order: Order, name: keyof typeof bookkeeping, metric: Metric): void {
  const value = resolveValue(metric, bookkeeping[name])
  if (name === 'Command/Id') order.id = String(value ?? '')
  else if (name === 'Command/ExpectedVersion') order.expectedVersion = wholeOf(value)
  else if (name === 'Command/ExpiresAt') order.expiresAt = timeOf(value)
  else if (name === 'Command/RevertAt') order.revertAt = timeOf(value)
  else if (name !== 'Command/User') order.unknown ??= name
}

const wholeOf = (value: MetricValue) =>
  typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : undefined
const timeOf = (value: MetricValue) =>
  typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined

function readSetting(order: Order, name: string, metric: Metric): void {
  const signal = settingByName(name)
  const value = signal && resolveValue(metric, signal.datatype)
  if (typeof value !== 'number' && typeof value !== 'boolean' && typeof value !== 'string') {
    order.unknown ??= name
    return
  }
  order.settings[name] = value
}
