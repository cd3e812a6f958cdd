import { and, eq, isNull, sql } from 'drizzle-orm'
import { answerOf } from '#shared/flock-doubts.ts'
import { type Counter, counters } from '#shared/flock-figures/still-meter.ts'
import {
  causesIn,
  causesSay,
  deathCauses,
  eggGrades,
  eggsOf,
  type LossCauses,
  lostIn,
  mainCauseOf,
  namedIn,
  type RecordNumber,
  recordNumberNames,
  recordNumbers,
} from '#shared/flocks.ts'
import { text } from '#shared/text.ts'
import { roundedFor } from '#shared/units.ts'
import { type RecordRow, recordsOf } from '../../farm/flocks/flocks.queries.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { Asked, Draft } from '../../platform/jobs/sheet-parts.ts'
import { spreadIn, withSpread } from './spread-note.ts'

interface NamedFlock {
  id: string
  number: string
  houseId: string
  name: string
  placedOn: string
  endedOn: string | null
}

/** The flocks that a row can mean: that of the number, or those of the house that had birds on its day; else its running one. */
function meantBy(flocks: readonly NamedFlock[], name: string, day: string): NamedFlock[] {
  const byNumber = flocks.filter(({ number }) => number === name)
  if (byNumber.length > 0) return byNumber
  const inHouse = flocks.filter(each => each.name === name)
  const running = inHouse.filter(({ endedOn }) => endedOn === null)
  const then = inHouse.filter(
    ({ placedOn, endedOn }) => placedOn <= day && (endedOn === null || day <= endedOn),
  )
  const meant = then.length > 0 ? then : running
  // On the day of a change of flocks the new one is meant.
  return [
    ...new Map(
      meant.toSorted((a, b) => (a.placedOn < b.placedOn ? -1 : 1)).map(each => [each.houseId, each]),
    ).values(),
  ]
}

/** The flock that the row names by number, or by house and day. */
export async function resolveFlocks({ db }: Asked, drafts: readonly Draft[]): Promise<void> {
  const named = [...new Set(drafts.map(({ values }) => String(values.flockId ?? '').trim()))]
  const rows = await db
    .select({
      id: flock.id,
      number: flock.number,
      houseId: flock.houseId,
      name: house.name,
      placedOn: flock.placedOn,
      endedOn: flock.endedOn,
    })
    .from(flock)
    .innerJoin(house, eq(house.id, flock.houseId))
    .where(
      and(
        isNull(flock.deletedAt),
        sql`(${flock.number} = any(${sql.param(named)}::text[])
          or ${house.name} = any(${sql.param(named)}::text[]))`,
      ),
    )
  for (const { values, faults } of drafts) {
    const name = String(values.flockId ?? '').trim()
    const found = meantBy(rows, name, String(values.day ?? ''))
    const [first] = found
    if (found.length === 1 && first) values.flockId = first.id
    else if (name !== '')
      faults.push({
        field: 'flockId',
        message:
          found.length > 1
            ? text('有多栋同名鸡舍，请填写批次号', 'Several houses have this name. Enter the flock number')
            : text('没有此批次，或该鸡舍没有在养批次', 'No such flock, or no birds in that house'),
      })
  }
}

/**
 * A day that is already recorded is changed by its row: what the file does not tell stays as it is. The fields of the file
 * that differ are what it changes.
 */
export async function resolveRows(asked: Asked, drafts: readonly Draft[]): Promise<void> {
  await resolveFlocks(asked, drafts)
  const named = drafts.flatMap(({ values: { flockId } }) => (typeof flockId === 'string' ? flockId : []))
  const records = await recordsOf(asked.db, [...new Set(named)])
  const known = new Map(records.map(record => [`${record.flockId} ${record.day}`, record]))
  for (const draft of drafts) {
    const { values } = draft
    const causes = causesToldBy(draft)
    const record = known.get(`${String(values.flockId)} ${String(values.day)}`)
    const told = typeof values.note === 'string' ? values.note : (record?.note ?? '')
    const note = withSpread(told, spreadIn(values), asked.language)
    if (note !== '') values.note = note
    values.confirmed = confirmedIn(draft, record)
    if (!record) continue
    const was = Object.fromEntries(
      fileFields.flatMap(field => {
        const stored = record[field] ?? null
        // With numbers the cause of the day follows from them.
        const told = field === 'deadCause' && causes ? null : (values[field] ?? null)
        return told === null || told === stored
          ? []
          : [[field, shownOf(field, stored, asked, draft.units?.[field])]]
      }),
    )
    if (causes && !areSame(causes, record.lossCauses))
      was.lossCauses = causesSay(record.lossCauses, asked.language) || null
    const isSame = Object.keys(was).length === 0
    draft.current = { id: record.id, version: record.version }
    draft.change = { kind: isSame ? 'unchanged' : 'changed', known: record.day, was }
    for (const field of fileFields) values[field] ??= record[field] ?? undefined
    values.treatments = record.treatments
    if (causes) continue
    // Numbers of causes are kept as long as the file names no other cause, and no fewer birds than they add up to.
    const isOf = values.deadCause === (record.deadCause ?? undefined)
    values.lossCauses = isOf && namedIn(record.lossCauses) <= lostIn(values) ? record.lossCauses : {}
  }
}
/** Doubts of a day that are answered: those of the record, those of the file, and that a mean of days repeats itself. */
function confirmedIn({ values, sure = [] }: Draft, record: RecordRow | undefined): string[] {
  const spread = spreadIn(values)
  const isOf = (counter: Counter) =>
    counter === 'eggs' ? eggGrades.some(grade => spread[grade]) : spread[counter] !== undefined
  const amountOf = (counter: Counter) =>
    counter === 'eggs' ? eggsOf(values as Parameters<typeof eggsOf>[0]) : Number(values[counter])
  const means = counters
    .filter(isOf)
    .map(counter => answerOf({ key: `${counter}Still`, typed: amountOf(counter) ?? 0 }))
  const answers = [...(record?.confirmed ?? []), ...sure.map(({ answer }) => answer), ...means]
  return [...new Set(answers)].slice(-CONFIRMED)
}
/** Answers that a record keeps: those to values that it had before are of no use. */
const CONFIRMED = 20

/** Birds by cause as a row tells them; the cause of most is then that of the day. Undefined where it tells none. */
function causesToldBy({ values, faults }: Draft): LossCauses | undefined {
  const told = values.lossCauses
  delete values.lossCauses
  if (told === undefined || told === null) return undefined
  const causes = typeof told === 'string' ? causesIn(told) : (told as LossCauses)
  const main = causes && mainCauseOf(causes)
  if (!causes) faults.push({ field: 'lossCauses', message: unread })
  if (!main) return undefined
  const { deadCause } = values
  if (typeof deadCause === 'string' && !Object.hasOwn(causes, deadCause))
    faults.push({ field: 'lossCauses', message: withoutMain })
  values.lossCauses = causes
  values.deadCause = main
  return causes
}
const unread = text(
  '无法读懂，请写成“腿病 3、热应激 2”',
  'This cannot be read. Write each cause with its birds, such as Legs 3, Heat 2',
)
const withoutMain = text('没有写该行的死因', 'The cause of this row is not among them')
const areSame = (one: LossCauses, other: LossCauses): boolean =>
  deathCauses.every(cause => (one[cause] ?? 0) === (other[cause] ?? 0))

const SHOWN = 1_000
/** A recorded value as the reader of the preview sees it. */
function shownOf(
  field: (typeof fileFields)[number],
  stored: number | string | null,
  { units }: Asked,
  own: NonNullable<Draft['units']>[string] | undefined,
) {
  if (typeof stored !== 'number') return stored
  // In the unit of the file's own column, beside what that says.
  if (own) return `${Math.round((stored / own.factor) * SHOWN) / SHOWN} ${own.word}`
  return String(roundedFor(stored, recordNumbers[field as RecordNumber].unit, units))
}
const fileFields = [...recordNumberNames, 'deadCause', 'reason', 'note'] as const
