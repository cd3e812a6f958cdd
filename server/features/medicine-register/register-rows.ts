import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import type { MedicineRegisterForm } from '#shared/contracts/medicine-register.ts'
import { ledgerOf, maleChangeOf } from '#shared/flock-figures/ledger.ts'
import { birdsTogether } from '#shared/flock-figures/stock.ts'
import { TREATMENT_DAYS } from '#shared/flocks.ts'
import { text } from '#shared/text.ts'
import { lastDayOf, withdrawalOf } from '#shared/withdrawal.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { baseOf } from '../../farm/flocks/flock-course.ts'
import { type FoundFlock, flocksWhere, type RecordRow, recordsOf } from '../../farm/flocks/flocks.queries.ts'
import { givenTo } from '../../farm/flocks/given-days.ts'
import { isOfOffice } from '../../platform/database/customers-seen.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { treatmentTakenBack } from '../../platform/database/tables/flock-health.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import type { Message } from '../../platform/http/texts.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'

/** Most flocks of a register, and most days. */
const FLOCKS_MOST = 1_000
const DAYS_MOST = 1_100

type Fault = { field: string; message: Message }

export const broughtFrom = text('转入前的鸡舍', 'House before the move')

/** A medicine or vaccine that was given. */
export interface RegisterRow {
  found: FoundFlock
  treatment: Treatment
  /** First and last day it was given. */
  from: string
  to: string
  /** Birds treated; where nobody told, all that were alive that morning. Null if that is unknown too. */
  birds: number | null
  isAllBirds: boolean
  /** Given in the house from which the birds were moved. */
  isBrought?: true
  /** Last days on which birds, and eggs, may not be sold; null where there is no withdrawal period. */
  meatUntil: string | null
  eggsUntil: string | null
  /** Who last recorded the day. */
  by: string
  /** Who took it back and when, in ms since 1970; null while it stands. */
  takenBack: { by: string; at: number } | null
}

/** What cannot be asked for, by field. */
export function registerFault({ firstDay, lastDay }: MedicineRegisterForm): Fault | undefined {
  if (lastDay < firstDay)
    return { field: 'lastDay', message: text('不能早于开始日期', 'Cannot be before the first day') }
  if (daysBetween(firstDay, lastDay) >= DAYS_MOST)
    return { field: 'lastDay', message: [text('最多 {most} 天', 'At most {most} days'), { most: DAYS_MOST }] }
  return undefined
}

/** Flocks that were in their houses in these days, in the order of houses. */
export async function registerFlocks(
  { db, viewer, language }: Pick<Asked, 'db' | 'viewer' | 'language'>,
  { officeId, houseId, flockId, firstDay, lastDay }: MedicineRegisterForm,
): Promise<{ flocks: FoundFlock[]; fault?: Fault }> {
  const isIn = and(
    lte(flock.placedOn, lastDay),
    sql`(${flock.endedOn} is null or ${flock.endedOn} >= ${firstDay})`,
    flockId === undefined ? undefined : eq(flock.id, flockId),
    houseId === undefined ? undefined : eq(flock.houseId, houseId),
    officeId === undefined ? undefined : isOfOffice(flock.officePath, officeId),
  ) as SQL
  const flocks = await flocksWhere(db, viewer.scope, language, isIn)
    .orderBy(asc(flock.farmPath), asc(house.name), asc(flock.placedOn), asc(flock.id))
    .limit(FLOCKS_MOST + 1)
  const field = flockId !== undefined ? 'flockId' : houseId !== undefined ? 'houseId' : 'officeId'
  if (flocks.length === 0)
    return { flocks, fault: { field, message: text('期间没有批次', 'There was no flock in these days') } }
  if (flocks.length > FLOCKS_MOST)
    return {
      flocks,
      fault: {
        field,
        message: text('批次过多，请选择客户或鸡舍', 'Too many flocks. Choose a customer or a house'),
      },
    }
  return { flocks }
}

/**
 * What a flock was given in these days; a treatment counts on every day it is given. The register of a single flock says as
 * well what its birds got in the houses from which they were moved.
 */
export async function registerRows(
  { db, viewer }: Pick<Asked, 'db' | 'viewer'>,
  found: FoundFlock,
  { flockId, firstDay, lastDay }: MedicineRegisterForm,
): Promise<RegisterRow[]> {
  const records = await recordsOf(db, [found.row.id])
  const told = new Map(records.map(record => [record.day, record]))
  const alive = new Map(
    ledgerOf(baseOf(found.row), records).map(({ day, aliveAtStart, males }) => {
      const record = told.get(day)
      const malesAtStart = males === null || !record ? males : males - maleChangeOf(record)
      return [day, birdsTogether({ females: aliveAtStart, males: malesAtStart })]
    }),
  )
  const earliest = daysAfter(firstDay, -TREATMENT_DAYS)
  const isIn = (day: string) => day >= earliest && day <= lastDay
  const standing = records
    .filter(({ day }) => isIn(day))
    .flatMap(record => rowsOfDay(found, record, alive.get(record.day) ?? null))
  const gone = await db
    .select()
    .from(treatmentTakenBack)
    .where(eq(treatmentTakenBack.flockId, found.row.id))
    .orderBy(treatmentTakenBack.day, treatmentTakenBack.takenBackAt, treatmentTakenBack.id)
  const brought = flockId === undefined ? [] : await broughtRows(db, viewer, found)
  return [
    ...brought.filter(({ from }) => isIn(from)),
    ...standing,
    ...gone.filter(({ day }) => isIn(day)).map(goneRow(found)),
  ]
    .filter(({ to }) => to >= firstDay)
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
}

/** What the birds of a flock were given before a move brought them. */
async function broughtRows(
  db: Db,
  { scope }: Pick<Viewer, 'scope'>,
  found: FoundFlock,
): Promise<RegisterRow[]> {
  const given = (await givenTo(db, scope, [found.row.id])).get(found.row.id) ?? []
  return given
    .filter(({ flockId }) => flockId !== found.row.id)
    .flatMap(day => rowsOfDay(found, day, null))
    .map(row => ({ ...row, isBrought: true as const }))
}

/** What was taken back says what was recorded, and forbids nothing. */
const goneRow =
  (found: FoundFlock) =>
  (row: typeof treatmentTakenBack.$inferSelect): RegisterRow => ({
    found,
    treatment: row.treatment,
    from: row.day,
    to: lastDayOf(row.day, row.treatment),
    birds: row.treatment.birds ?? null,
    isAllBirds: false,
    meatUntil: null,
    eggsUntil: null,
    by: row.recordedBy,
    takenBack: { by: row.actorName, at: row.takenBackAt.getTime() },
  })

const rowsOfDay = (
  found: FoundFlock,
  { day, treatments, actorName }: Pick<RecordRow, 'day' | 'treatments' | 'actorName'>,
  alive: number | null,
): RegisterRow[] =>
  treatments.map(treatment => {
    const { meat, eggs } = withdrawalOf(day, treatment)
    return {
      found,
      treatment,
      from: day,
      to: lastDayOf(day, treatment),
      birds: treatment.birds ?? alive,
      isAllBirds: !treatment.birds,
      meatUntil: meat,
      eggsUntil: eggs,
      by: actorName,
      takenBack: null,
    }
  })
