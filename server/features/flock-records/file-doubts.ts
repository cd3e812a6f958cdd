import { askDoubt } from '#shared/flock-doubt-texts.ts'
import { answerOf, type Doubt, openDoubts } from '#shared/flock-doubts.ts'
import type { DayFigures } from '#shared/flock-figures/ledger.ts'
import { type DayFacts, recordLabels, recordNumbers } from '#shared/flocks.ts'
import { type Text, text } from '#shared/text.ts'
import { enteredWithUnit, type Reader } from '#shared/units.ts'
import { daysBetween } from '#shared/zone-time.ts'
import { baseOf } from '../../farm/flocks/flock-course.ts'
import { type FoundFlock, ownStandardOf, type RecordRow, zoneOf } from '../../farm/flocks/flocks.queries.ts'
import { measuredOn } from '../../farm/flocks/measured.ts'
import { feedStocks } from '../../farm/house-entries/feed-course.ts'
import type { StoredDoubt } from '../../platform/database/tables/jobs.ts'
import type { Asked, Draft } from '../../platform/jobs/sheet-parts.ts'
import { confirmedOn, contextOf } from './day-context.ts'
import { isSpread, type SpreadFields, spreadIn } from './spread-note.ts'

/** Newest days of a flock in a file that are held against the meters of its house: older readings are rarely kept. */
const METERED_DAYS = 62

/** A day of a file that could be written. */
interface Told {
  form: { day: string; confirmed: string[] }
  facts: DayFacts
  draft: Draft
  before: RecordRow | undefined
}

interface Around {
  /** The days of the flock in order, those of the file among them. */
  ledger: readonly DayFigures[]
  records: readonly RecordRow[]
  today: string
}

/** Asks of the days of a file what the form asks: in each that it adds or changes, and that nobody has answered yet. */
export async function doubtFile(
  asked: Asked,
  found: FoundFlock,
  rows: readonly Told[],
  { ledger, records, today }: Around,
): Promise<void> {
  const writing = rows.filter(
    ({ draft }) => draft.faults.length === 0 && draft.change && draft.change.kind !== 'unchanged',
  )
  if (writing.length === 0) return
  const { row } = found
  const told = rows.map(({ form }) => form)
  const confirmed = confirmedOn([...records, ...told])
  const placeOf = new Map(ledger.map(({ day }, i) => [day, i]))
  const fed = new Map(rows.map(({ form, facts }) => [form.day, (facts.feed ?? 0) + (facts.feedMales ?? 0)]))
  const stocks = await feedStocks(asked.db, row.houseId, fed)
  const days = writing.map(({ form }) => form.day).toSorted()
  const metered = days.at(-METERED_DAYS) ?? ''
  for (const { form, facts, draft, before } of writing) {
    const { day } = form
    const at = placeOf.get(day) ?? 0
    const measured = day >= metered ? await measuredOn(asked.db, row.houseId, day, zoneOf(found)) : nothing
    const sheet = {
      ...contextOf(found, day, { before: ledger.slice(0, at), confirmed }),
      ...measured,
      type: row.type,
      breed: row.breed,
      standard: ownStandardOf(found),
      age: daysBetween(baseOf(row).dayZero, day),
      aliveAtStart: ledger[at]?.aliveAtStart ?? null,
      feedStock: stocks.get(day) ?? null,
      day,
      today,
    }
    // Many a file has no losses at all: figures that rest on them then say that nobody entered any.
    const doubts = openDoubts(facts, sheet, form.confirmed)
      .filter(({ key }) => key !== 'noLosses')
      .map(doubt => stored(doubt, asked))
    const overwritten = overTold(draft, facts, before, asked).filter(
      ({ answer }) => !form.confirmed.includes(answer),
    )
    if (draft.change && doubts.length + overwritten.length > 0)
      draft.change = { ...draft.change, doubts: [...doubts, ...overwritten] }
  }
}
const nothing = { measured: {} }

/** Where a doubt stands in a file, of what has no column there. */
const fieldOf = ({ field }: Doubt): string =>
  field === 'eggs' ? 'eggsSound' : field === 'weights' ? 'weight' : field

const stored = (doubt: Doubt, reader: Reader): StoredDoubt => ({
  field: fieldOf(doubt),
  answer: answerOf(doubt),
  asks: askDoubt(doubt, reader),
})

const overWhole: Text = text(
  '当天已记录 {was}，文件中只有几天的合计数，平均为 {share}。用平均数替换？',
  '{was} is recorded for this day. The file has only an amount of several days, {share} a day. Take that instead?',
)

/** A share of several days in place of what somebody recorded for the day itself. */
function overTold(
  { values }: Draft,
  facts: DayFacts,
  before: RecordRow | undefined,
  reader: Reader,
): StoredDoubt[] {
  if (!before || isSpread(before.note)) return []
  return (Object.keys(spreadIn(values)) as (keyof SpreadFields)[]).flatMap(field => {
    const [was, share] = [before[field], facts[field]]
    if (was === null || share === null || was === share) return []
    const said = (value: number) => enteredWithUnit(value, recordNumbers[field].unit, reader)
    const asks = overWhole[reader.language]
      .replace('{was}', `${recordLabels[field][reader.language]} ${said(was)}`)
      .replace('{share}', said(share))
    return [{ field, answer: `spread.${field} ${share}`, asks }]
  })
}
