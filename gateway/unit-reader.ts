import { setTimeout as pause } from 'node:timers/promises'
import type { Field, FieldValue } from '#shared/register-maps/values.ts'
import { type Block, planReads, type Split } from './blocks.ts'
import type { Bus } from './bus.ts'
import type { Unit } from './config.ts'
import type { Counters } from './counters.ts'
import { lasts, ModbusError } from './modbus/pdu.ts'
import { type UnitQuestions, unitQuestions } from './unit-questions.ts'
import { isSplit } from './word-questions.ts'

/** What one question, or a few, brought. */
export interface Reading {
  /** ms since 1970 */
  at: number
  values: ReadonlyMap<Field, FieldValue>
}

/** A device on a bus that is read again and again. */
export interface UnitReader {
  readonly unit: Unit
  readonly bus: Bus
  /** undefined until it has answered, or failed to, for the first time */
  isAlive(): boolean | undefined
  /** Whether everything was asked for once since it came to life. */
  isComplete(): boolean
  start(): void
  stop(): void
  /** What could not be read again for some intervals is no value any more, also while its question waits for the bus. */
  forgetStale(): void
  readonly wordsOf: UnitQuestions['wordsOf']
  readonly meaning: UnitQuestions['meaning']
}

interface ReaderOptions {
  unit: Unit
  bus: Bus
  counters: Counters
  onReading(reading: Reading): void
  /** It began to answer, or it has answered nothing any more for a while. */
  onLife(isAlive: boolean): void
  say(text: string): void
}

/** questions in a row without an answer after which a device counts as silent */
const PATIENCE = 3
/** ms until a silent device is asked again: doubled each time */
const FIRST_WAIT = 5_000
const LONGEST_WAIT = 60_000
/** ms until a question that the device refuses is tried again */
const REFUSED_WAIT = 60_000
/** intervals after which what could not be read again is no value any more */
const STALE = 3
const STALE_MS = 10_000

/** Something to be read, when next, and when it was last. */
interface Due {
  what: Block | Split
  dueAt: number
  readAt: number
  isStale: boolean
  isTried: boolean
}

const fieldsIn = (what: Block | Split) => (isSplit(what) ? [what.field] : what.fields)

const nameOf = ({ map, unit, bus }: Unit) => `${map.map} ${unit} on ${bus}`
const placeOf = (what: Block | Split) =>
  isSplit(what) ? what.field.places.join(', ') : `${what.table} ${what.address}, ${what.count}`
const noValues = (fields: readonly Field[]): Reading => ({
  at: Date.now(),
  values: new Map(fields.map(field => [field, null])),
})

/** Turn after turn; what breaks off when the buses are closed is nobody's loss. */
async function run(turn: () => Promise<void>, isStopped: () => boolean): Promise<void> {
  try {
    while (!isStopped()) await turn()
  } catch (error) {
    if (!isStopped()) throw error
  }
}

/** What is to be read of a device, and when. A map has at least one register. */
function readingPlan({ fields, map: { manner } }: Unit) {
  let dues = dueAll(planReads(fields, manner))
  return {
    next: () => dues.toSorted((a, b) => a.dueAt - b.dueAt)[0] as Due,
    isTried: () => dues.every(({ isTried }) => isTried),
    dueNow() {
      for (const due of dues) due.dueAt = performance.now()
    },
    forget() {
      for (const due of dues) due.isTried = false
    },
    /** From now on each of these registers is a question by itself. */
    askAlone(due: Due, of: readonly Field[]) {
      const alone = of.flatMap(field => dueAll(planReads([field], { ...manner, gap: 0 })))
      dues = [...dues.filter(other => other !== due), ...alone]
    },
    /** What could not be read for some intervals, while the device answers other questions. */
    overdue: () =>
      dues.filter(
        ({ what, isStale, isTried, readAt }) =>
          !isStale && isTried && performance.now() - readAt >= Math.max(STALE * what.everyMs, STALE_MS),
      ),
  }
}

/** Whether a device answers, since when, and how long to leave it alone while it does not. */
function lifeOfDevice() {
  let alive: boolean | undefined
  let aliveAt = 0
  let failures = 0
  let wait = FIRST_WAIT
  return {
    isAlive: () => alive,
    /** ms since it came to life; 0 while it is silent */
    livesFor: () => (alive ? performance.now() - aliveAt : 0),
    /** @returns whether it came to life with this */
    answered(): boolean {
      failures = 0
      wait = FIRST_WAIT
      if (alive) return false
      alive = true
      aliveAt = performance.now()
      return true
    },
    /** @returns whether so many questions in a row had no answer that it counts as silent */
    failed: () => ++failures >= PATIENCE,
    /** @returns whether it was not yet known to be silent */
    ended(): boolean {
      if (alive === false) return false
      alive = false
      return true
    },
    /** ms until it is knocked at again */
    nextWait(): number {
      const now = wait
      wait = Math.min(wait * 2, LONGEST_WAIT)
      return now
    },
  }
}

/** Reads a device at the pace of its map, as fast as the bus allows. */
export function unitReader(options: ReaderOptions): UnitReader {
  const { unit, bus, counters, onReading, onLife, say } = options
  const { manner } = unit.map
  const plan = readingPlan(unit)
  const life = lifeOfDevice()
  let isStopped = true
  let wake = new AbortController()
  const sleep = (ms: number) => pause(ms, undefined, { signal: wake.signal, ref: false }).catch(() => {})

  const questions = unitQuestions(unit, counters, life.livesFor)

  async function readOne(due: Due): Promise<void> {
    const { what } = due
    due.isTried = true
    const values = await questions.valuesOf(bus.ask, what)
    due.readAt = performance.now()
    due.dueAt = Math.max(due.dueAt + what.everyMs, performance.now())
    due.isStale = false
    // Before it counts as alive: its birth is to have these values.
    if (values.size > 0) onReading({ at: Date.now(), values })
    answered()
  }

  function answered(): void {
    if (life.answered()) onLife(true)
  }

  function failed(due: Due, error: unknown): void {
    if (!(error instanceof ModbusError)) throw error
    if (error.trouble === 'exception') {
      refused(due, error)
      return
    }
    due.dueAt = performance.now() + Math.min(due.what.everyMs, 1_000)
    if (life.failed() || error.trouble === 'closed') fallSilent(error)
  }

  /** A device that refuses a question lives. Perhaps it refuses only the registers between those wanted, or only for a moment. */
  function refused(due: Due, error: ModbusError): void {
    answered()
    due.dueAt = performance.now() + (lasts(error.code) ? REFUSED_WAIT : due.what.everyMs)
    const fields = fieldsIn(due.what)
    if (fields.length < 2 || !lasts(error.code)) return
    say(`${nameOf(unit)}: ${error.message} (${placeOf(due.what)}); one by one`)
    plan.askAlone(due, fields)
  }

  function fallSilent(error: ModbusError): void {
    plan.dueNow()
    if (!life.ended()) return
    say(`${nameOf(unit)}: ${error.message}`)
    // What it said last is no value of now.
    onReading(noValues(unit.fields))
    plan.forget()
    onLife(false)
  }

  function forgetStale(): void {
    for (const due of plan.overdue()) {
      due.isStale = true
      onReading(noValues(fieldsIn(due.what)))
    }
  }

  async function turn(): Promise<void> {
    const due = plan.next()
    if (life.isAlive() === false) return knock(due)
    const early = due.dueAt - performance.now()
    if (early > 0) await sleep(Math.min(early, 1_000))
    else {
      await readOne(due).catch(error => failed(due, error))
      await pause(manner.pauseMs)
    }
    forgetStale()
  }

  async function knock({ what }: Due): Promise<void> {
    if (await bus.knock(questions.opening(what), manner.timeoutMs)) {
      answered()
      return
    }
    await sleep(life.nextWait())
  }

  return {
    unit,
    bus,
    isAlive: life.isAlive,
    isComplete: () => life.isAlive() === true && plan.isTried(),
    start() {
      isStopped = false
      wake = new AbortController()
      void run(turn, () => isStopped)
    },
    stop() {
      isStopped = true
      wake.abort()
    },
    forgetStale,
    wordsOf: questions.wordsOf,
    meaning: questions.meaning,
  }
}

function dueAll({ blocks, splits }: { blocks: readonly Block[]; splits: readonly Split[] }): Due[] {
  return [...blocks, ...splits].map(what => ({
    what,
    dueAt: 0,
    readAt: 0,
    isStale: true,
    isTried: false,
  }))
}
