import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FlockRecord,
  flockRecords,
  type RecordSheet,
  type Treatment,
} from '#shared/contracts/flock-records.ts'
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
import { CallError, call } from '#web/data/client.ts'
import { flockTouches } from './touches.ts'

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

/** A day while it is typed: its values, what is doubted of them, what was refused, and how it is kept. */
export function useRecord(sheet: RecordSheet, saved: () => void) {
  const { t } = useTranslation('flocks')
  const [typed, setTyped] = useState(() => begun(sheet))
  const [words, setWords] = useState(() => wordsOf(sheet.record))
  const [confirmed, setConfirmed] = useState<readonly string[]>(sheet.record?.confirmed ?? [])
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [version, setVersion] = useState(sheet.record?.version)
  const [theirs, setTheirs] = useState<{ record: FlockRecord; by: string | undefined } | null>(null)
  const [isTouched, setTouched] = useState(false)
  const noteSaved = useUnsaved(isTouched)
  const { busy, submit } = useSubmit({
    touches: flockTouches,
    success: t($ => $.kept),
    conflict: (current, _why, by) => setTheirs({ record: current as FlockRecord, by }),
  })

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
      return await call(flockRecords.create, { params: { id: sheet.flockId }, body })
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
    put: (name: RecordNumber, value: number | string | null) => {
      setTouched(true)
      setTyped(before => ({ ...before, [name]: value }))
      setRefused(({ [name]: _, ...others }) => others)
    },
    say: (change: Partial<Words>) => {
      setTouched(true)
      setRefused(before => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
      setWords(before => ({ ...before, ...change }))
    },
    confirm: (doubt: Doubt) => setConfirmed(before => [...before, mark(doubt)]),
    store: () => store(),
    keepMine: (record: FlockRecord) => {
      setTheirs(null)
      setVersion(record.version)
      void store(record.version)
    },
    takeTheirs: (record: FlockRecord) => {
      setTheirs(null)
      setVersion(record.version)
      setTyped(numbersOf(record))
      setWords(wordsOf(record))
      setConfirmed(record.confirmed)
      setTouched(false)
    },
  }
}

/** A doubt that was answered stays answered for the value it was asked of. */
const mark = ({ key, typed }: Doubt): string => `${key} ${typed}`

const factsOf = (typed: Typed): DayFacts =>
  Object.fromEntries(
    recordNumberNames.map(name => [name, typeof typed[name] === 'number' ? typed[name] : null]),
  ) as DayFacts
