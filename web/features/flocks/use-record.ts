import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlockRecord, RecordSheet, Treatment } from '#shared/contracts/flock-records.ts'
import { aliveTonight, type Doubt, doubtsOf } from '#shared/flock-doubts.ts'
import { weighingOf } from '#shared/flock-figures/weighing.ts'
import {
  type DayFacts,
  fieldsOfType,
  type RecordNumber,
  recordNumberNames,
  recordNumbers,
  WITHDRAWAL_DAYS,
} from '#shared/flocks.ts'
import { weightsIn } from '#shared/weights.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { CallError } from '#web/data/client.ts'
import { type Draft, noteDraft } from '#web/data/offline/drafts.ts'
import { dropRecord, tellRecord } from '#web/data/offline/offline.ts'
import type { WaitingRecord } from '#web/data/offline/record-queue.ts'
import { flockTouches } from './touches.ts'

/** What a day begins with: the sheet, and what was typed of it in this browser before. */
export interface RecordStart {
  sheet: RecordSheet
  /** When the sheet was seen, ms since 1970, where nobody answers now. */
  seenAt: number | null
  /** Told, and not taken by the server yet. */
  waiting: WaitingRecord | undefined
  /** Typed, and neither kept nor given up. */
  draft: Draft<TypedDay> | null
}

/** Everything that is typed of a day, and the telling it is a change of. */
export interface TypedDay {
  numbers: Typed
  words: Words
  confirmed: readonly string[]
  version: number | undefined
}

type Typed = Record<RecordNumber, number | string | null>

export interface Words {
  deadCause: FlockRecord['deadCause']
  weights: string
  treatments: Treatment[]
  reason: string
  note: string
}

const numbersOf = (record: Partial<FlockRecord> | null): Typed =>
  Object.fromEntries(recordNumberNames.map(name => [name, record?.[name] ?? null])) as Typed
const wordsOf = (record: FlockRecord | null): Words => ({
  deadCause: record?.deadCause ?? null,
  weights: record?.weights?.join(' ') ?? '',
  treatments: record?.treatments ?? [],
  reason: record?.reason ?? '',
  note: record?.note ?? '',
})

const blank: TypedDay = { numbers: numbersOf(null), words: wordsOf(null), confirmed: [], version: undefined }

/** What the meters told stands in the fields until somebody types; it is kept only with the record. */
const begun = (sheet: RecordSheet): Typed => {
  if (sheet.record) return numbersOf(sheet.record)
  const fields = fieldsOfType(sheet.type)
  const { feed = null, water = null } = sheet.measured
  return {
    ...numbersOf(null),
    feed: fields.includes('feed') ? feed : null,
    water: fields.includes('water') ? water : null,
  }
}

/** A day as it was told, to be typed on. */
const typedOf = (record: FlockRecord): TypedDay => ({
  numbers: numbersOf(record),
  words: wordsOf(record),
  confirmed: record.confirmed,
  version: record.version,
})
const typedOfWaiting = ({ told }: WaitingRecord): TypedDay => ({
  numbers: numbersOf(told as Partial<FlockRecord>),
  words: {
    deadCause: told.deadCause ?? null,
    weights: told.weights?.join(' ') ?? '',
    treatments: (told.treatments ?? []) as Treatment[],
    reason: told.reason ?? '',
    note: told.note ?? '',
  },
  confirmed: told.confirmed ?? [],
  version: told.version,
})

/** A day while it is typed: its values, what is doubted of them, what was refused, and how it is kept. */
export function useRecord({ sheet, waiting, draft }: RecordStart, saved: () => void) {
  const { t } = useTranslation('flocks')
  const { message } = App.useApp()
  const unsent = waiting && typedOfWaiting(waiting)
  const known = sheet.record && typedOf(sheet.record)
  const before: TypedDay = unsent ?? known ?? { ...blank, numbers: begun(sheet) }
  const [day, setDay] = useState(() => draft?.typed ?? before)
  const { numbers: typed, words, confirmed, version } = day
  const stopped = waiting?.stopped
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>(
    stopped?.is === 'refused' ? stopped.fields : {},
  )
  const [theirs, setTheirs] = useState<{ record: FlockRecord; by: string | undefined } | null>(
    stopped?.is === 'differs' ? { record: stopped.theirs, by: stopped.by } : null,
  )
  const [draftAt, setDraftAt] = useState(draft?.at ?? null)
  const [isTouched, setTouched] = useState(draft !== null)
  const noteSaved = useUnsaved(isTouched)
  const { busy, submit } = useSubmit({
    touches: flockTouches,
    conflict: (current, _why, by) => setTheirs({ record: current as FlockRecord, by }),
  })
  const type = (change: Partial<TypedDay>) => {
    const next = { ...day, ...change }
    setDay(next)
    setTouched(true)
    noteDraft(sheet.flockId, sheet.day, next)
  }
  /** What was typed is no draft any more: it was kept, or given up. */
  const settle = (next: TypedDay) => {
    setDay(next)
    setTouched(false)
    setDraftAt(null)
    noteDraft(sheet.flockId, sheet.day, null)
  }

  const facts = factsOf(typed)
  const { weights, wrong: wrongWeight } = weightsIn(words.weights)
  const weighed = weighingOf(weights)
  const counted = weighed
    ? { ...facts, weight: weighed.mean, uniformity: weighed.uniformity, weights }
    : facts
  const open = doubtsOf(counted, sheet).filter(doubt => !confirmed.includes(mark(doubt)))
  const faultOf = (value: number | string | null, { most, isWhole }: { most: number; isWhole: boolean }) => {
    if (value === null) return undefined
    if (typeof value === 'string') return t($ => $.noNumber)
    if (isWhole && !Number.isInteger(value)) return t($ => $.wholeNumber)
    return value < 0 || value > most ? t($ => $.outOfRange, { most }) : undefined
  }
  const wrong: Record<string, string> = {}
  if (wrongWeight !== null) wrong.weights = t($ => $.noWeight, { typed: wrongWeight })
  for (const name of recordNumberNames) {
    const fault = faultOf(typed[name], recordNumbers[name])
    if (fault) wrong[name] = fault
  }
  for (const { withdrawalDays } of words.treatments) {
    const fault = faultOf(withdrawalDays ?? '', { most: WITHDRAWAL_DAYS, isWhole: true })
    if (fault) wrong.treatments = fault
  }

  let outcome: 'sent' | 'kept' = 'sent'
  const send = async (onto: number | undefined) => {
    setRefused({})
    const body = {
      ...facts,
      ...words,
      day: sheet.day,
      weights: weights.length > 0 ? weights : null,
      confirmed: [...confirmed],
      version: onto,
    }
    try {
      const { flockId, houseName } = sheet
      outcome = await tellRecord({ flockId, houseName, told: body, at: Date.now() })
    } catch (error) {
      if (error instanceof CallError)
        setRefused(
          Object.fromEntries(error.fields.map(({ field, message }) => [field.split('.')[0], message])),
        )
      throw error
    }
  }
  const store = async (onto = version) => {
    if (Object.keys(wrong).length > 0) return
    if (!(await submit(() => send(onto)))) return
    if (outcome === 'sent') void message.success(t($ => $.kept))
    else void message.info(t($ => $.keptHere))
    noteDraft(sheet.flockId, sheet.day, null)
    noteSaved()
    saved()
  }
  return {
    typed,
    words,
    open,
    faults: { ...refused, ...wrong } as Record<string, string | undefined>,
    weighed,
    alive: aliveTonight(facts, sheet.aliveAtStart),
    facts,
    busy,
    theirs,
    /** When what shows was typed, where it is a draft of before; ms since 1970. */
    draftAt,
    giveUpDraft: () => settle(before),
    /** Why it waits, in the words of the server. */
    why: stopped?.is === 'refused' ? stopped.why : undefined,
    put: (name: RecordNumber, value: number | string | null) => {
      type({ numbers: { ...typed, [name]: value } })
      setRefused(({ [name]: _, ...others }) => others)
    },
    say: (change: Partial<Words>) => {
      type({ words: { ...words, ...change } })
      setRefused(before => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
    },
    confirm: (doubt: Doubt) => type({ confirmed: [...confirmed, mark(doubt)] }),
    store: () => store(),
    keepMine: (record: FlockRecord) => {
      setTheirs(null)
      type({ version: record.version })
      void store(record.version)
    },
    takeTheirs: (record: FlockRecord) => {
      setTheirs(null)
      settle(typedOf(record))
      void dropRecord(sheet.flockId, sheet.day)
    },
  }
}

/** A doubt that was answered stays answered for the value it was asked of. */
const mark = ({ key, typed }: Doubt): string => `${key} ${typed}`

const factsOf = (typed: Typed): DayFacts =>
  Object.fromEntries(
    recordNumberNames.map(name => [name, typeof typed[name] === 'number' ? typed[name] : null]),
  ) as DayFacts
