import { z } from 'zod'
import { type Order, readOrder } from '#shared/device-order.ts'
import { commandResults } from '#shared/setting-changes.ts'
import type { SettingValue } from '#shared/signals.ts'
import type { Metric } from '#shared/sparkplug/types.ts'
import { type Return, Returns } from '#shared/temporary-settings.ts'
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
  /** sets what is due at the end of temporary changes; returns the settings that changed */
  revertDue(now: number): string[]
  /** somebody set these at the panel: they stay so */
  forget(names: Iterable<string>): void
  /** what it will still set by itself, in order of time */
  returns(): Return[]
  /** everything that must outlive the process */
  memory(): DeskMemory
}

/** What a gateway must remember of its commands. */
export const DeskMemory = z.object({
  returns: Returns,
  answered: z.array(
    z.object({ id: z.string(), result: z.number(), message: z.string(), settings: z.array(z.string()) }),
  ),
})
export type DeskMemory = z.infer<typeof DeskMemory>

/** answers kept in case commands come twice */
const REMEMBERED = 100

/** The command desk of a house's controller, with what it remembers. */
export function commandDesk(house: House, memory?: DeskMemory): CommandDesk {
  const answered = new Map<string, CommandReply>(memory?.answered.map(reply => [reply.id, reply]))
  /** by setting: the values it is to take, in order of time */
  const planned = new Map<string, { at: number; value: SettingValue }[]>()
  let last: CommandReply | undefined = memory?.answered.at(-1)
  for (const { at, values } of memory?.returns ?? [])
    for (const [name, value] of Object.entries(values))
      planned.set(name, [...(planned.get(name) ?? []), { at, value }])

  /** A command replaces what was planned for its settings. */
  function plan(order: Order, before: Readonly<Record<string, SettingValue>>): void {
    const { revertAt } = order
    const returns = order.returns ?? (revertAt === undefined ? [] : [{ at: revertAt, values: before }])
    for (const name of Object.keys(before)) {
      const steps = returns.flatMap(({ at, values }) => {
        const value = values[name]
        return value === undefined ? [] : [{ at, value }]
      })
      if (steps.length === 0) planned.delete(name)
      else planned.set(name, steps)
    }
  }

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
    const before = Object.fromEntries(names.map(name => [name, house.settings.get(name) as SettingValue]))
    if (house.faults.has('half')) return answer(...takeHalf(order, before))
    const [problem] = house.changeSettings(order.settings)
    if (problem) return answer(commandResults.outOfRange, `${problem.field}: ${problem.message}`)
    plan(order, before)
    return answer(commandResults.ok, '')
  }

  /** Only half of it arrives, as over a bad line; that half is temporary too. */
  function takeHalf(order: Order, before: Readonly<Record<string, SettingValue>>): [number, string] {
    const names = Object.keys(before)
    const taken = names.slice(0, names.length >> 1)
    house.changeSettings(Object.fromEntries(taken.map(name => [name, order.settings[name] as SettingValue])))
    plan(order, Object.fromEntries(taken.map(name => [name, before[name] as SettingValue])))
    return [commandResults.readBackMismatch, `${taken.length} of ${names.length} settings were taken`]
  }

  return {
    execute(metrics, now) {
      const order = readOrder(metrics, settingOfAlias)
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
      const due: Record<string, SettingValue> = {}
      for (const [name, steps] of planned) {
        const step = steps.findLast(({ at }) => at <= now)
        if (step) due[name] = step.value
      }
      const names = Object.keys(due)
      // What would break a rule now stays planned, so that the server sees that it is late.
      if (names.length === 0 || house.changeSettings(due).length > 0) return []
      for (const name of names) {
        const left = (planned.get(name) ?? []).filter(({ at }) => at > now)
        if (left.length === 0) planned.delete(name)
        else planned.set(name, left)
      }
      return names
    },
    forget(names) {
      for (const name of names) planned.delete(name)
    },
    returns,
    memory: () => ({ returns: returns(), answered: [...answered.values()] }),
  }

  function returns(): Return[] {
    const values = new Map<number, Record<string, SettingValue>>()
    for (const [name, steps] of planned)
      for (const { at, value } of steps) values.set(at, { ...values.get(at), [name]: value })
    return [...values].map(([at, set]) => ({ at, values: set })).toSorted((a, b) => a.at - b.at)
  }
}
