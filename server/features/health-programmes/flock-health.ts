import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type DueStep, type FlockPlan, flockHealth } from '#shared/contracts/health-programmes.ts'
import { text } from '#shared/text.ts'
import { todayOf } from '../../farm/flocks/flock-course.ts'
import {
  follow,
  plannedSteps,
  programmeOf,
  programmesFor,
  shownProgramme,
} from '../../farm/flocks/flock-programme.ts'
import { type FoundFlock, findFlock, flocksWhere, seenFlocks } from '../../farm/flocks/flocks.queries.ts'
import { givenTo } from '../../farm/flocks/given-days.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { flockProgramme } from '../../platform/database/tables/flock-health.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { inOwnFarm } from '../../platform/http/own-farm.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { changeRows, openFound } from '../../platform/records/rows.ts'

type Changing = ChangingCall & { params: { id: string } }
type Asked = Pick<ChangingCall, 'db' | 'viewer'>

/** What a flock follows, with what its records say of it. */
async function planOf({ db, viewer }: Asked, found: FoundFlock): Promise<FlockPlan> {
  const { row } = found
  const followed = await programmeOf(db, row.id)
  const given = followed ? await givenTo(db, viewer.scope, [row.id]) : null
  return {
    flockId: row.id,
    programme: shownProgramme(followed),
    steps: followed ? plannedSteps(found, followed, given?.get(row.id) ?? [], todayOf(found)) : [],
    choices: (await programmesFor(db, row)).map(({ id, name }) => ({ id, name })),
  }
}

/** The flock and its plan, locked until the transaction ends. */
async function open(call: Changing) {
  const { db, params, viewer, language } = call
  const read = async () => {
    const found = await findFlock(db, viewer.scope, params.id, language)
    return { ...found, plan: await planOf(call, found) }
  }
  const found = await openFound(call, flock.id, read, ({ plan }) => plan)
  call.named({ house: text(found.houseRow.name, found.houseRow.name) })
  return found
}

function refuseClosed({ row }: FoundFlock): void {
  if (row.endedOn !== null)
    throw refuse.conflict({ yours: null, current: null }, text('该批次已结束', 'This flock is closed'))
}

const unknown = (field: string) =>
  refuse.invalid([
    { field, message: text('该批次的程序中没有此项', 'The flock’s programme has no such step') },
  ])

async function followOne(call: Changing & { body: { programmeId: string | null } }): Promise<FlockPlan> {
  const { db, params, body } = call
  const found = await open(call)
  if (body.programmeId === null) {
    refuseClosed(found)
    await db.delete(flockProgramme).where(eq(flockProgramme.flockId, params.id))
  } else {
    const chosen = (await programmesFor(db, found.row)).find(({ id }) => id === body.programmeId)
    if (!chosen)
      throw refuse.invalid([
        {
          field: 'programmeId',
          message: text('没有适用于该批次的此程序', 'There is no such programme for this flock'),
        },
      ])
    refuseClosed(found)
    // What was due before is past: a flock in lay does not get its chick vaccines.
    const since = [todayOf(found), found.row.placedOn].sort().at(-1) ?? found.row.placedOn
    await follow(db, found.row, chosen, since)
  }
  return planOf(call, found)
}

async function skip(call: Changing & { body: { stepId: string; reason: string } }): Promise<FlockPlan> {
  const { db, params, body, viewer } = call
  const found = await open(call)
  const step = found.plan.steps.find(({ id }) => id === body.stepId)
  const followed = await programmeOf(db, params.id)
  if (!step || !followed) throw unknown('stepId')
  if (step.done)
    throw refuse.invalid([
      { field: 'stepId', message: text('此项已有记录', 'This step has been carried out already') },
    ])
  refuseClosed(found)
  const { accountId, actualName: by } = viewer
  const left = { reason: body.reason, accountId, by, at: new Date().toISOString() }
  const skipped = { ...followed.skipped, [step.id]: left }
  await changeRows(db, flockProgramme, eq(flockProgramme.flockId, params.id), { skipped })
  return planOf(call, found)
}

async function unskip(call: Changing & { body: { stepId: string } }): Promise<FlockPlan> {
  const { db, params, body } = call
  const found = await open(call)
  const followed = await programmeOf(db, params.id)
  if (!followed?.steps.some(({ id }) => id === body.stepId)) throw unknown('stepId')
  refuseClosed(found)
  const { [body.stepId]: _, ...skipped } = followed.skipped
  await changeRows(db, flockProgramme, eq(flockProgramme.flockId, params.id), { skipped })
  return planOf(call, found)
}

const DUE = ['overdue', 'today', 'soon']

/** What the flocks in their houses are to be given, in the order of days. */
async function dueSteps(db: Db, scope: Scope, language: 'zh-CN' | 'en-US') {
  const following = await db
    .select({ row: flockProgramme })
    .from(flockProgramme)
    .innerJoin(flock, eq(flock.id, flockProgramme.flockId))
    .where(and(isNull(flock.endedOn), isNull(flock.deletedAt)))
  const ids = following.map(({ row }) => row.flockId)
  if (ids.length === 0) return { found: [], due: [] }
  const found = await flocksWhere(db, scope, language, inArray(flock.id, ids))
  const given = await givenTo(db, scope, ids)
  const programmes = new Map(following.map(({ row }) => [row.flockId, row]))
  const treatments = [...given.values()]
    .flat()
    .toSorted((a, b) => (a.day < b.day ? 1 : -1))
    .flatMap(day => day.treatments)
  const lastBatchOf = (name: string) => treatments.find(each => each.name === name && each.batch)?.batch ?? ''
  const due = found.flatMap(each => {
    const followed = programmes.get(each.row.id)
    if (!followed) return []
    const today = todayOf(each)
    return plannedSteps(each, followed, given.get(each.row.id) ?? [], today)
      .filter(({ state }) => DUE.includes(state))
      .map(
        ({ dueOn, state, done: _, skipped: __, ...step }): DueStep => ({
          flockId: each.row.id,
          houseId: each.row.houseId,
          houseName: each.houseRow.name,
          step,
          dueOn,
          state,
          today,
          lastBatch: lastBatchOf(step.name),
        }),
      )
  })
  return { found, due: due.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0)) }
}

export const flockHealthFeature = feature('flock-health', flockHealth, {
  list: async call => {
    const { db, viewer, language } = inOwnFarm(call)
    return (await dueSteps(db, viewer.scope, language)).due
  },
  get: async call => {
    const found = await findFlock(call.db, call.viewer.scope, call.params.id, call.language)
    await noteLook(call, 'readings', seenFlocks([found]))
    return planOf(call, found)
  },
  follow: followOne,
  skip,
  unskip,
})
