import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlockRecord, RecordSheet } from '#shared/contracts/flock-records.ts'
import { aliveTonight, answerOf, type Doubt, openDoubts } from '#shared/flock-doubts.ts'
import { weighingOf } from '#shared/flock-figures/weighing.ts'
import {
  fieldsOfType,
  lossNames,
  lostIn,
  namedIn,
  type RecordNumber,
  recordNumberNames,
  recordNumbers,
  WITHDRAWAL_DAYS,
} from '#shared/flocks.ts'
import { boundText } from '#shared/units.ts'
import { weightsIn, weightsShown } from '#shared/weights.ts'
import { isWaiting } from '#web/components/uploads/use-uploads.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { CallError } from '#web/data/client.ts'
import { type Draft, noteDraft } from '#web/data/offline/drafts.ts'
import { dropRecord, type Outcome, tellRecord } from '#web/data/offline/offline.ts'
import type { WaitingRecord } from '#web/data/offline/record-queue.ts'
import { useReader } from '#web/data/preferences.ts'
import {
  begun,
  blank,
  causesTold,
  factsOf,
  type TypedDay,
  typedOf,
  typedOfDraft,
  typedOfWaiting,
  type Words,
} from './typed-day.ts'
import { weightWords } from './weights-input.tsx'

/** What a day's form starts with: the sheet, and earlier input from this browser. */
export interface RecordStart {
  sheet: RecordSheet
  /** When the sheet was seen, ms since 1970, if nobody answers now. */
  seenAt: number | null
  /** Recorded, but not taken by the server yet. */
  waiting: WaitingRecord | undefined
  /** Typed, but neither saved nor discarded. */
  draft: Draft<TypedDay> | null
}

/** A day being filled in: its values, doubts about them, refusals, and how it is saved. */
export function useRecord(start: RecordStart, saved: (outcome: Outcome) => void) {
  const { t } = useTranslation('flocks')
  const { message } = App.useApp()
  const { day, type, settle, draftAt, giveUpDraft, leave } = useTypedDay(start)
  const wrongIn = useWrongIn()
  const { numbers: typed, words, confirmed } = day
  const { sheet, waiting } = start
  const stopped = waiting?.stopped
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>(
    stopped?.is === 'refused' ? stopped.fields : {},
  )
  const [theirs, setTheirs] = useState<{ record: FlockRecord; by: string | undefined } | null>(
    stopped?.is === 'differs' ? { record: stopped.theirs, by: stopped.by } : null,
  )
  const { busy, submit } = useSubmit({
    conflict: (current, _why, by) => setTheirs({ record: current as FlockRecord, by }),
  })

  const facts = factsOf(typed)
  const { weights } = weightsIn(words.weights)
  const weighed = weighingOf(weights)
  const counted = weighed
    ? { ...facts, weight: weighed.mean, uniformity: weighed.uniformity, weights }
    : facts
  const open = openDoubts(counted, sheet, confirmed)
  const send = async (told: TypedDay): Promise<Outcome> => {
    setRefused({})
    try {
      const { flockId, houseName } = sheet
      return await tellRecord({ flockId, houseName, told: toldOf(told, sheet.day), at: Date.now() })
    } catch (error) {
      if (error instanceof CallError)
        setRefused(
          Object.fromEntries(error.fields.map(({ field, message }) => [field.split('.')[0], message])),
        )
      throw error
    }
  }
  const store = async (told: TypedDay) => {
    if (Object.keys(wrongIn(told)).length > 0) return
    let outcome: Outcome = 'sent'
    const isTold = await submit(async () => {
      outcome = await send(told)
    })
    if (!isTold) return
    if (outcome === 'sent') void message.success(t($ => $.kept))
    else void message.info(t($ => $.keptHere))
    leave()
    saved(outcome)
  }
  return {
    typed,
    words,
    open,
    faults: { ...refused, ...wrongIn(day) } as Record<string, string | undefined>,
    weighed,
    alive: aliveTonight(facts, sheet.aliveAtStart),
    facts,
    busy,
    theirs,
    /** When the shown input was typed, if it is an earlier draft; ms since 1970. */
    draftAt,
    giveUpDraft,
    /** Why it waits, in the server's words. */
    why: stopped?.is === 'refused' ? stopped.why : undefined,
    put: (name: RecordNumber, value: number | string | null) => {
      type({ numbers: { ...typed, [name]: value } })
      setRefused(({ [name]: _, ...others }) => others)
    },
    /** No bird died or was culled: as numbers, since a blank says nothing. */
    noneLost: () => {
      const fields = fieldsOfType(sheet.type).filter(name => lossNames.some(each => each === name))
      type({ numbers: { ...typed, ...Object.fromEntries(fields.map(name => [name, 0])) } })
    },
    say: (change: Partial<Words>) => {
      type({ words: { ...words, ...change } })
      setRefused(before => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
    },
    confirm: (doubt: Doubt) => type({ confirmed: [...confirmed, answerOf(doubt)] }),
    day,
    store: () => store(day),
    /** Takes the user's decision between two versions. */
    decide: (decided: TypedDay) => {
      setTheirs(null)
      type(decided)
      void store(decided)
    },
    takeTheirs: (record: FlockRecord) => {
      setTheirs(null)
      settle(typedOf(record))
      void dropRecord(sheet.flockId, sheet.day)
    },
  }
}

/** The input of a day, kept in this browser as a draft until it is saved or discarded. */
function useTypedDay({ sheet, waiting, draft }: RecordStart) {
  const unsent = waiting && typedOfWaiting(waiting)
  const known = sheet.record && typedOf(sheet.record)
  const before: TypedDay = unsent ?? known ?? { ...blank, numbers: begun(sheet) }
  const [day, setDay] = useState(() => (draft ? typedOfDraft(draft.typed) : before))
  const [draftAt, setDraftAt] = useState(draft?.at ?? null)
  const [isTouched, setTouched] = useState(draft !== null)
  const noteSaved = useUnsaved(isTouched)
  const note = (typed: TypedDay | null) => void noteDraft(sheet.flockId, sheet.day, typed)
  const settle = (next: TypedDay) => {
    setDay(next)
    setTouched(false)
    setDraftAt(null)
    note(null)
  }
  return {
    day,
    draftAt,
    type: (change: Partial<TypedDay>) => {
      const next = { ...day, ...change }
      setDay(next)
      setTouched(true)
      note(next)
    },
    /** The draft is settled: saved or discarded. */
    settle,
    giveUpDraft: () => settle(before),
    /** The day is saved, and its form goes. */
    leave: () => {
      note(null)
      noteSaved()
    },
  }
}

/** Says what in a day cannot be saved, by field. */
function useWrongIn(): (day: TypedDay) => Record<string, string> {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const faultOf = (
    value: number | string | null,
    { most, isWhole, unit = '' }: { most: number; isWhole: boolean; unit?: string },
  ) => {
    if (value === null) return undefined
    if (typeof value === 'string') return t($ => $.noNumber)
    if (isWhole && !Number.isInteger(value)) return t($ => $.wholeNumber)
    return value < 0 || value > most
      ? t($ => $.outOfRange, { most: boundText(most, 'most', unit, reader) })
      : undefined
  }
  return ({ numbers, words }) => {
    const wrong: Record<string, string> = {}
    const { wrong: wrongWeight } = weightsIn(words.weights)
    if (wrongWeight !== null)
      wrong.weights = t($ => $.noWeight, {
        typed: weightsShown(wrongWeight, reader.units),
        ...weightWords(reader),
      })
    for (const name of recordNumberNames) {
      const fault = faultOf(numbers[name], recordNumbers[name])
      if (fault) wrong[name] = fault
    }
    for (const { withdrawalDays } of words.treatments) {
      const fault =
        (withdrawalDays ?? null) === null
          ? t($ => $.withdrawalUnsaid)
          : faultOf(withdrawalDays, { most: WITHDRAWAL_DAYS, isWhole: true })
      if (fault) wrong.treatments = fault
    }
    for (const count of Object.values(words.causes)) {
      const fault = faultOf(count, recordNumbers.dead)
      if (fault) wrong.lossCauses = fault
    }
    const { lossCauses } = causesTold(words.causes)
    const lost = lostIn(factsOf(numbers))
    if (namedIn(lossCauses) > lost)
      wrong.lossCauses = t($ => $.causesExceed, { named: namedIn(lossCauses), lost })
    return wrong
  }
}

/** The day as it is sent, without pictures that are not stored yet. */
function toldOf({ numbers, words: { causes, ...words }, confirmed, version }: TypedDay, day: string) {
  const { weights } = weightsIn(words.weights)
  return {
    ...factsOf(numbers),
    ...words,
    ...causesTold(causes),
    day,
    weights: weights.length > 0 ? weights : null,
    pictures: words.pictures.filter(id => !isWaiting(id)),
    confirmed: [...confirmed],
    version,
  }
}
