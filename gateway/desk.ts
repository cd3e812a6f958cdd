import type { Order } from '#shared/device-order.ts'
import type { FieldValue } from '#shared/register-maps/values.ts'
import { commandResults } from '#shared/setting-changes.ts'
import type { SettingDocument, SettingValue } from '#shared/signals.ts'
import type { Return } from '#shared/temporary-settings.ts'
import { type DeskBook, deskBook } from './desk-book.ts'
import type { Answer, DeskMemory } from './desk-memory.ts'
import type { Keeper } from './keeper.ts'
import { ModbusError } from './modbus/pdu.ts'
import { dueOf } from './plan.ts'
import {
  barredBy,
  isSilent,
  type Lock,
  outOfRange,
  type Places,
  placesOf,
  refusal,
  settingsNow,
} from './setting-checks.ts'
import { changeSettings, type Outcome, type Place, type Reason } from './setting-writer.ts'
import type { UnitReader } from './unit-reader.ts'

/** Commands and settings of one controller. Whatever is cut off in between is taken up again at the next start. */
export interface Desk {
  /** Carries a command out in its turn, once for each id; answers through `tell`. */
  execute(order: Order): void
  /** Settings were read: what somebody changed at the panel is noticed here. */
  notice(values: ReadonlyMap<string, FieldValue>): void
  /** A unit answers again: what was begun is ended. */
  resume(): void
  /** Sets what is due, and ends what was cut off. */
  tick(): void
  state(): { version: number; last: Answer | undefined; planned: readonly Return[] }
  known(name: string): SettingValue | undefined
}

interface DeskOptions {
  places: Places
  locks: readonly Lock[]
  keeper: Keeper<DeskMemory | null>
  /** the time, ms since 1970 */
  now(): number
  /** Reports these settings with version, last answer and plan. */
  tell(names: readonly string[]): void
  say(text: string): void
}

/** ms until a return that could not be set is tried again */
const RETRY = 20_000
/** ms for which a change that was cut off waits for a unit that is silent, before the others get back what they had */
const PATIENCE = 60_000
const UNSAVED =
  'the gateway cannot write to its disk: a cut of power would make a temporary change a lasting one'

const results: Readonly<Record<Reason, number>> = {
  silent: commandResults.noController,
  refused: commandResults.unsupported,
  value: commandResults.outOfRange,
  busy: commandResults.busy,
  ignored: commandResults.notAuthorised,
}

/** Writes settings, and notes how it ended. */
function writing(book: DeskBook, places: Places) {
  let isBusy = false
  async function change(wanted: SettingDocument): Promise<Outcome> {
    isBusy = true
    try {
      return await changeSettings(placesOf(places, Object.keys(wanted)), wanted)
    } finally {
      isBusy = false
    }
  }
  return {
    change,
    /** While settings are written, what is read is not what somebody set at the panel. */
    isWriting: () => isBusy,
    /** Writes what was begun; how it ended is to be saved together with the answer. */
    async write(
      wanted: SettingDocument,
      returns: readonly Return[],
    ): Promise<[result: number, says: string]> {
      const names = Object.keys(wanted)
      const outcome = await change(wanted)
      if (outcome.kind === 'done') {
        book.settle(names, outcome.values, returns)
        return [commandResults.ok, '']
      }
      if (outcome.kind === 'nothing') {
        book.settle([], outcome.values, [])
        return [results[outcome.why], outcome.says]
      }
      book.settle(outcome.unknown ? names : outcome.taken, outcome.values, returns)
      return [commandResults.readBackMismatch, outcome.says]
    },
  }
}

/** The desk of a controller, with what it remembers. */
export function settingsDesk({ places, locks, keeper, now, tell, say }: DeskOptions): Desk {
  const book = deskBook(keeper, now)
  const { memory } = book
  const { change, write, isWriting } = writing(book, places)
  let queue = Promise.resolve()
  const returns = dueReturns({ book, places, locks, change, now, tell })
  const takeUp = takingUp({ book, places, write, now, tell })
  let isTakingUp = false
  let last: Answer | undefined
  const inTurn = (work: () => Promise<void>) => {
    queue = queue.then(work).catch((error: Error) => say(`settings: ${error.message}`))
  }

  function compare(values: ReadonlyMap<string, FieldValue>): void {
    const names = book.compare(values)
    if (names.length === 0) return
    book.save()
    tell(names)
  }

  async function carryOut(order: Order): Promise<Answer> {
    const names = Object.keys(order.settings)
    const answer = answerTo(order)
    const refused = refusal(order, memory.known, places, now())
    if (refused) return answer(...refused)
    // Its unit fell silent while it was written: it is ended or undone before anything else is begun.
    if (memory.begun) return answer(commandResults.busy, 'an earlier change is not ended yet')
    try {
      compare(await settingsNow(placesOf(places, names)))
      const barred = await barredBy(locks)
      if (barred) return answer(...barred)
    } catch (error) {
      if (!(error instanceof ModbusError)) throw error
      return answer(commandResults.noController, error.message)
    }
    if (order.expectedVersion !== undefined && order.expectedVersion !== BigInt(memory.version))
      return answer(commandResults.versionConflict, `the settings are at version ${memory.version}`)
    const before = Object.fromEntries(names.flatMap(name => pairOf(name, memory.known[name])))
    const { id, revertAt } = order
    const planned = order.returns ?? (revertAt === undefined ? [] : [{ at: revertAt, values: before }])
    memory.begun = {
      id,
      wanted: order.settings,
      before,
      expiresAt: order.expiresAt ?? null,
      returns: planned,
    }
    if (!book.save() && planned.length > 0) {
      memory.begun = null
      book.save()
      return answer(commandResults.noController, UNSAVED)
    }
    return answer(...(await write(order.settings, planned)))
  }

  return {
    execute(order) {
      inTurn(async () => {
        await takeUp()
        const known = book.answered(order.id)
        last = known ?? (await carryOut(order))
        if (!known) {
          book.remember(last)
          book.save()
        }
        tell(last.settings)
      })
    },
    notice(values) {
      if (!isWriting() && !memory.begun) compare(values)
    },
    resume: () => inTurn(takeUp),
    tick() {
      if (isWriting() || isTakingUp) return
      if (!memory.begun && !returns.areDue()) return
      isTakingUp = true
      inTurn(async () => {
        isTakingUp = false
        await takeUp()
        if (!memory.begun) await returns.set()
      })
    },
    state: () => ({
      version: memory.version,
      last: last ?? memory.answered.at(-1),
      planned: memory.planned,
    }),
    known: name => memory.known[name],
  }
}

interface TakeUpParts extends Pick<DeskOptions, 'places' | 'now' | 'tell'> {
  book: DeskBook
  write: ReturnType<typeof writing>['write']
}

/** Takes up a change that was cut off: ended in time, else undone. Where one of its units stays silent, the others undo it. */
function takingUp({ book, places, write, now, tell }: TakeUpParts): () => Promise<void> {
  const { memory } = book
  let cutOffAt: number | undefined

  async function takeUp(): Promise<void> {
    const { begun } = memory
    if (!begun) return
    const names = Object.keys(begun.wanted)
    const answering = names.filter(name => !isSilent(placesOf(places, [name])))
    const isLate = begun.expiresAt !== null && begun.expiresAt < now()
    const isWhole = answering.length === names.length
    cutOffAt ??= performance.now()
    if (answering.length === 0 || (!isWhole && !isLate && performance.now() - cutOffAt < PATIENCE)) return
    cutOffAt = undefined
    const [result, message] = isWhole
      ? isLate
        ? await write(begun.before, memory.planned)
        : await write(begun.wanted, begun.returns)
      : await undoPart(pick(begun.before, answering))
    const isUndone = isWhole && isLate && result === commandResults.ok
    book.remember({
      id: begun.id,
      result: isUndone ? commandResults.expired : result,
      message: isUndone ? 'the gateway was cut off; nothing of it is left' : message,
      settings: names,
    })
    book.save()
    tell(names)
  }

  async function undoPart(before: SettingDocument): Promise<[result: number, says: string]> {
    const [result, says] = await write(before, memory.planned)
    const undone = result === commandResults.ok ? 'the others are set back' : says
    return [commandResults.readBackMismatch, `cut off, and a unit does not answer any more; ${undone}`]
  }

  return takeUp
}

interface ReturnParts extends Pick<DeskOptions, 'places' | 'locks' | 'now' | 'tell'> {
  book: DeskBook
  change(wanted: SettingDocument): Promise<Outcome>
}

/** Sets back what was temporary, unit by unit: one that is silent or refuses does not hold up the others. */
function dueReturns({ book, places, locks, change, now, tell }: ReturnParts) {
  const { memory } = book
  const retryAt = new Map<UnitReader, number>()
  const isWaiting = ({ reader }: Place) =>
    reader.isAlive() !== true || performance.now() < (retryAt.get(reader) ?? 0)
  /** Where each setting that is due is written. */
  const due = () =>
    placesOf(places, Object.keys(dueOf(memory.planned, now()))).filter(place => !isWaiting(place))

  async function setIn(reader: UnitReader, own: readonly Place[]): Promise<void> {
    retryAt.set(reader, performance.now() + RETRY)
    const names = own.map(({ name }) => name)
    const wanted = pick(dueOf(memory.planned, now()), names)
    // What breaks a rule now, or cannot be set, stays planned: the server sees that it is late.
    if (outOfRange(wanted, memory.known, places) !== undefined) return
    // The lock of another unit counts while that says something.
    const counting = locks.filter(lock => lock.reader === reader || lock.reader.isAlive())
    if (await barredBy(counting).catch(() => true)) return
    const outcome = await change(wanted)
    const done = outcome.kind === 'done' ? names : outcome.kind === 'part' ? outcome.taken : []
    book.returned(done, outcome.values, now())
    if (done.length === names.length) retryAt.delete(reader)
    book.save()
    tell(names)
  }

  return {
    areDue: () => due().length > 0,
    async set(): Promise<void> {
      for (const [reader, own] of Map.groupBy(due(), ({ reader }) => reader)) await setIn(reader, own)
    },
  }
}

const pick = (document: SettingDocument, names: readonly string[]): SettingDocument =>
  Object.fromEntries(names.flatMap(name => pairOf(name, document[name])))

/** Makes answers to an order. */
const answerTo =
  ({ id, settings }: Order) =>
  (result: number, message: string): Answer => ({ id, result, message, settings: Object.keys(settings) })

const pairOf = (name: string, value: SettingValue | undefined) =>
  value === undefined ? [] : [[name, value] as const]
