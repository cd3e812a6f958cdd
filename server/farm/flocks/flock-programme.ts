import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import type { FlockPlan, PlannedStep } from '#shared/contracts/health-programmes.ts'
import { dueOf, STEPS_AHEAD, stepStateOf } from '#shared/health-programme.ts'
import type { HouseType } from '#shared/signals.ts'
import { daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { flockProgramme, healthProgramme } from '../../platform/database/tables/flock-health.ts'
import { baseOf } from './flock-course.ts'
import type { FoundFlock } from './flocks.queries.ts'
import type { GivenDay } from './given-days.ts'

type Programme = typeof healthProgramme.$inferSelect

interface Placed {
  id: string
  officePath: string
  farmPath: string
  type: HouseType
  breed: string | null
  placedOn: string
}

/** Programmes of a farm for such birds. */
export const programmesFor = (
  db: Db,
  { farmPath, type, breed }: Omit<Placed, 'id' | 'officePath' | 'placedOn'>,
) =>
  db
    .select()
    .from(healthProgramme)
    .where(
      and(
        eq(healthProgramme.farmPath, farmPath),
        eq(healthProgramme.houseType, type),
        or(isNull(healthProgramme.breed), eq(healthProgramme.breed, breed ?? '')),
      ),
    )
    // One for the breed comes before one for all.
    .orderBy(sql`${healthProgramme.breed} nulls last`, healthProgramme.name)

/** Gives a flock the programme its farm keeps for such birds, if there is one; nothing due before `since` is asked for. */
export async function giveProgramme(db: Db, placed: Placed, since = placed.placedOn): Promise<boolean> {
  const programme = (await programmesFor(db, placed)).find(({ isGiven }) => isGiven)
  if (programme) await follow(db, placed, programme, since)
  return programme !== undefined
}

/**
 * Has birds that moved go on with the programme they follow, and with what was left out of it. In a house of another type they
 * get what the farm keeps for such birds instead, if there is any.
 */
export async function moveProgramme(
  db: Db,
  from: Pick<Placed, 'id' | 'type'>,
  placed: Placed,
): Promise<void> {
  if (placed.type !== from.type && (await giveProgramme(db, placed))) return
  const followed = await programmeOf(db, from.id)
  if (!followed) return
  const { id: flockId, officePath, farmPath } = placed
  await db.insert(flockProgramme).values({ ...followed, flockId, officePath, farmPath, version: 1 })
}

/** A flock follows a programme from a day on; steps that were left out stay so. */
export async function follow(
  db: Db,
  { id: flockId, officePath, farmPath }: Pick<Placed, 'id' | 'officePath' | 'farmPath'>,
  { id: programmeId, name, steps }: Pick<Programme, 'id' | 'name' | 'steps'>,
  since: string,
): Promise<void> {
  const columns = { programmeId, name, steps, since }
  await db
    .insert(flockProgramme)
    .values({ flockId, officePath, farmPath, ...columns })
    .onConflictDoUpdate({
      target: flockProgramme.flockId,
      set: { ...columns, version: sql`${flockProgramme.version} + 1` },
    })
}

export async function programmeOf(db: Db, flockId: string) {
  const [found] = await db.select().from(flockProgramme).where(eq(flockProgramme.flockId, flockId))
  return found
}
export type FollowedProgramme = NonNullable<Awaited<ReturnType<typeof programmeOf>>>

/** Which steps the records say were carried out, by their id; the first record counts. */
export function carriedOut(records: readonly GivenDay[]): Map<string, NonNullable<PlannedStep['done']>> {
  const done = new Map<string, NonNullable<PlannedStep['done']>>()
  for (const { day, treatments, actorName } of records)
    for (const { step, batch = '' } of treatments)
      if (step && !done.has(step)) done.set(step, { day, batch, by: actorName })
  return done
}

const wordsIn = (name: string): string => name.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')

/**
 * The treatments of a day from a file, those that carry out a step of the flock's programme with it: an open step of the same
 * kind and name, the nearest of those that are due within a week of that day. Each is added to `done`.
 */
export function withSteps(
  treatments: readonly Treatment[],
  day: string,
  { row }: Pick<FoundFlock, 'row'>,
  { steps, skipped }: Pick<FollowedProgramme, 'steps' | 'skipped'>,
  done: Set<string>,
): Treatment[] {
  const { dayZero } = baseOf(row)
  const off = (step: (typeof steps)[number]) =>
    Math.abs(daysBetween(dueOf({ dayZero, placementDay: row.placementDay }, step), day))
  return treatments.map(treatment => {
    if (treatment.step) return treatment
    const [step] = steps
      .filter(({ id, kind, name }) => {
        const isMeant = kind === treatment.kind && wordsIn(name) === wordsIn(treatment.name)
        return isMeant && !done.has(id) && !skipped[id]
      })
      .filter(each => off(each) <= STEPS_AHEAD)
      .toSorted((a, b) => off(a) - off(b))
    if (!step) return treatment
    done.add(step.id)
    return { ...treatment, step: step.id }
  })
}

/** The steps of a flock on their days, in the order of days. */
export function plannedSteps(
  { row }: Pick<FoundFlock, 'row'>,
  { steps, skipped, since }: FollowedProgramme,
  records: readonly GivenDay[],
  today: string,
): PlannedStep[] {
  const done = carriedOut(records)
  const { dayZero } = baseOf(row)
  return steps
    .map(step => {
      const dueOn = dueOf({ dayZero, placementDay: row.placementDay }, step)
      const left = skipped[step.id]
      const isDone = done.has(step.id)
      // What a closed flock was not given is no longer due.
      const from = row.endedOn === null ? since : '9999-12-31'
      return {
        ...step,
        dueOn,
        state: stepStateOf({ dueOn, since: from, today, isDone, isSkipped: left !== undefined }),
        done: done.get(step.id) ?? null,
        skipped: left ? { reason: left.reason, by: left.by, at: left.at } : null,
      }
    })
    .toSorted((a, b) => a.day - b.day)
}

/** What a flock follows, as the API shows it. */
export const shownProgramme = (followed: FollowedProgramme | undefined): FlockPlan['programme'] =>
  followed ? { id: followed.programmeId, name: followed.name, since: followed.since } : null
