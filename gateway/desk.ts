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
import { changeSettings, type Outcome, type Reason } from './setting-writer.ts'

/** Commands and settings of one controller. Whatever is cut off in between is taken up again at the next start. */
export interface Desk {
  /** Carries a command out in its turn, once for each id; answers through `tell`. */
  execute(order: Order): void
  /** Settings were read: what somebody changed at the panel is noticed here. */
  notice(values: ReadonlyMap<string, FieldValue>): void
  /** A unit answers again: what was begun is ended. */
  resume(): void
  /** Sets what is due. */
  tick(now: number): void
  state(): { version: number; last: Answer | undefined; planned: readonly Return[] }
  known(name: string): SettingValue | undefined
}

interface DeskOptions {
  places: Places
  locks: readonly Lock[]
  keeper: Keeper<DeskMemory | null>
  /** Reports these settings with version, last answer and plan. */
  tell(names: readonly string[]): void
  say(text: string): void
}

/** ms until a return that could not be set is tried again */
const RETRY = 20_000

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
export function settingsDesk({ places, locks, keeper, tell, say }: DeskOptions): Desk {
  const book = deskBook(keeper)
  const { memory } = book
  const { change, write, isWriting } = writing(book, places)
  let queue = Promise.resolve()
  let retryAt = 0
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
    const refused = refusal(order, memory.known, places)
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
    const returns = order.returns ?? (revertAt === undefined ? [] : [{ at: revertAt, values: before }])
    memory.begun = { id, wanted: order.settings, before, expiresAt: order.expiresAt ?? null, returns }
    book.save()
    return answer(...(await write(order.settings, returns)))
  }

  /** A change that the process did not live to end: ended in time, else undone. */
  async function takeUp(): Promise<void> {
    const { begun } = memory
    if (!begun || isSilent(placesOf(places, Object.keys(begun.wanted)))) return
    const names = Object.keys(begun.wanted)
    const isLate = begun.expiresAt !== null && begun.expiresAt < Date.now()
    const [result, message] = isLate
      ? await write(begun.before, memory.planned)
      : await write(begun.wanted, begun.returns)
    const isUndone = isLate && result === commandResults.ok
    book.remember({
      id: begun.id,
      result: isUndone ? commandResults.expired : result,
      message: isUndone ? 'the gateway was cut off; nothing of it is left' : message,
      settings: names,
    })
    book.save()
    tell(names)
  }

  async function setDue(now: number): Promise<void> {
    const due = dueOf(memory.planned, now)
    const names = Object.keys(due)
    if (names.length === 0 || memory.begun || performance.now() < retryAt) return
    retryAt = performance.now() + RETRY
    // What breaks a rule now, or cannot be set, stays planned: the server sees that it is late.
    if (isSilent(placesOf(places, names)) || outOfRange(due, memory.known, places) !== undefined) return
    if (await barredBy(locks).catch(() => true)) return
    const outcome = await change(due)
    const done = outcome.kind === 'done' ? names : outcome.kind === 'part' ? outcome.taken : []
    book.returned(done, outcome.values, now)
    if (done.length === names.length) retryAt = 0
    book.save()
    tell(names)
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
    tick(now) {
      if (!isWriting() && Object.keys(dueOf(memory.planned, now)).length > 0) inTurn(() => setDue(Date.now()))
    },
    state: () => ({
      version: memory.version,
      last: last ?? memory.answered.at(-1),
      planned: memory.planned,
    }),
    known: name => memory.known[name],
  }
}

/** Makes answers to an order. */
const answerTo =
  ({ id, settings }: Order) =>
  (result: number, message: string): Answer => ({ id, result, message, settings: Object.keys(settings) })

const pairOf = (name: string, value: SettingValue | undefined) =>
  value === undefined ? [] : [[name, value] as const]
