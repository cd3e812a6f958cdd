import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import { keepsLitter } from '#shared/contracts/cage-types.ts'
import type { Flock } from '#shared/contracts/flocks.ts'
import { ageInDays, livability } from '#shared/flock.ts'
import { henDayRate } from '#shared/flock-figures/eggs.ts'
import type { FlockState } from '#shared/flocks.ts'
import { tidy } from '#shared/numbers.ts'
import type { Language } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { nameOfOthers } from '../../platform/database/customers-seen.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { breedStandard } from '../../platform/database/tables/breed-standards.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock, flockRecord, flockSum } from '../../platform/database/tables/flocks.ts'
import { cageType } from '../../platform/database/tables/house-groups.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { listed } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import { stockOf } from './held-flocks.ts'
import { eggsTold, lastLaid } from './laying.ts'
import { lossesOf, lossesTold, survivalLacks } from './losses.ts'
import { standardTable } from './own-standards.ts'

const customer = alias(office, 'customer')

/** The current day in a house, as an expression on house and office. */
export const houseDay = sql<string>`(now() at time zone coalesce(${house.timeZone}, ${office.timeZone}))::date`

/** Whether a flock is planned, in its house or gone, as an expression on flock, house and office. */
export const stateOfFlock = sql<FlockState>`case when ${flock.endedOn} is not null then 'closed'
  when ${flock.placedOn} > ${houseDay} then 'planned' else 'running' end`

/** Flocks with their house and the sums of their records; those in use unless deleted ones are asked for. */
export function flocksWhere(
  db: Db,
  scope: Scope,
  language: Language,
  condition: SQL | undefined,
  { count = sql<number>`0`, deleted }: { count?: SQL<number>; deleted?: 'recently' | 'too' | undefined } = {},
) {
  return db
    .select({
      row: flock,
      houseRow: {
        id: house.id,
        name: house.name,
        officePath: house.officePath,
        ownZone: house.timeZone,
        type: house.type,
        layout: cageType.layout,
      },
      officeZone: office.timeZone,
      own: breedStandard,
      customerName: nameOfOthers(scope, customer, language),
      told: {
        ...lossesTold,
        weight: sql<number | null>`${flockSum.weight}`,
        ...eggsTold,
      },
      total: count,
    })
    .from(flock)
    .innerJoin(house, eq(house.id, flock.houseId))
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(cageType, eq(cageType.id, house.cageTypeId))
    .leftJoin(customer, eq(customer.path, flock.farmPath))
    .leftJoin(breedStandard, eq(breedStandard.id, flock.standardId))
    .leftJoin(flockSum, eq(flockSum.flockId, flock.id))
    .where(and(deleted === 'too' ? undefined : listed(flock.deletedAt, { deleted }), condition))
}
export type FoundFlock = Awaited<ReturnType<typeof flocksWhere>>[number]

export const zoneOf = ({ houseRow, officeZone }: Pick<FoundFlock, 'houseRow' | 'officeZone'>): string =>
  houseRow.ownZone ?? officeZone

/** The standard of a flock's own choice; null: the published one of its breed. */
export const ownStandardOf = ({ own }: Pick<FoundFlock, 'own'>): OwnStandard | null =>
  own && standardTable(own)

/** The dates from which a flock's age is counted. */
export const datesOf = ({ type, placedOn, hatchedOn }: FoundFlock['row']) => ({
  type,
  flockStartedOn: placedOn,
  flockHatchedOn: hatchedOn,
})

/** The flock as the API shows it. */
export function shownFlock(found: FoundFlock): Flock {
  const { row, houseRow, customerName, told } = found
  const {
    officePath: _,
    farmPath: __,
    deletedAt: ___,
    closedAt: ____,
    final: _____,
    openingGaps: ______,
    createdAt,
    ...columns
  } = row
  const timeZone = zoneOf(found)
  const today = dateIn(timeZone, new Date())
  const at = row.endedOn ? new Date(`${row.endedOn}T12:00:00Z`) : new Date()
  const age = ageInDays(datesOf(row), row.endedOn ? 'UTC' : timeZone, at)
  const { females: alive, males } = age === null ? { females: null, males: null } : stockOf(row, told)
  const losses = lossesOf(row, told)
  const laid = lastLaid(told, alive, today)
  return {
    ...columns,
    standardName: found.own?.name ?? null,
    houseName: houseRow.name,
    keepsLitter: keepsLitter(houseRow.type, houseRow.layout),
    customer: customerName,
    state: row.endedOn !== null ? 'closed' : row.placedOn > today ? 'planned' : 'running',
    timeZone,
    dayAge: age === null ? null : age + row.placementDay,
    age,
    alive,
    males,
    lost: told.firstOn === null ? row.openingLost : told.dead + told.culled + (row.openingLost ?? 0),
    livability:
      losses?.isBegun && losses.birds && age !== null ? tidy(livability(losses.birds, losses.lost)) : null,
    livabilityLacks: age === null ? null : survivalLacks(row, told),
    rate: laid && tidy(henDayRate(laid.eggs, laid.hens)),
    weight: told.weight,
    lastRecordOn: told.lastOn,
    createdAt: createdAt.toISOString(),
  }
}

/** Whose farm data these flocks are, for the note that somebody viewed it. */
export const seenFlocks = (found: readonly FoundFlock[]) =>
  found.map(({ row, houseRow }) => ({ farmPath: row.farmPath, house: houseRow }))

/** The flock, or a refusal when the viewer may not see it. */
export async function findFlock(db: Db, scope: Scope, id: string, language: Language): Promise<FoundFlock> {
  const [found] = await flocksWhere(db, scope, language, eq(flock.id, id))
  if (!found) throw refuse.notFound()
  return found
}

/** The last flock that left a house before a day. */
export async function flockBefore(db: Db, scope: Scope, language: Language, { row }: FoundFlock) {
  const [found] = await flocksWhere(
    db,
    scope,
    language,
    and(eq(flock.houseId, row.houseId), sql`${flock.endedOn} <= ${row.placedOn}`),
  )
    .orderBy(desc(flock.placedOn))
    .limit(1)
  return found
}

/** The records of flocks in order of their days. */
export const recordsOf = (db: Db, flockIds: readonly string[]) =>
  db
    .select()
    .from(flockRecord)
    .where(inArray(flockRecord.flockId, [...flockIds]))
    .orderBy(flockRecord.flockId, flockRecord.day)
export type RecordRow = Awaited<ReturnType<typeof recordsOf>>[number]
