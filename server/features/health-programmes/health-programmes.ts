import { and, eq, ilike, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import {
  type HealthProgramme,
  type HealthProgrammeForm,
  healthProgrammes,
  type ProgrammeStep,
} from '#shared/contracts/health-programmes.ts'
import type { Language } from '#shared/text.ts'
import { text } from '#shared/text.ts'
import { carriedOut } from '../../farm/flocks/flock-programme.ts'
import { givenTo } from '../../farm/flocks/given-days.ts'
import { nameOfOthers } from '../../platform/database/customers-seen.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { flockProgramme, healthProgramme } from '../../platform/database/tables/flock-health.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { farmOffice } from '../../platform/http/farm-office.ts'
import { feature } from '../../platform/http/feature.ts'
import { anywhere, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { addRow, changeRows, openFound } from '../../platform/records/rows.ts'

const customer = alias(office, 'customer')
type Changing = ChangingCall & { params: { id: string } }
type Query = z.output<(typeof healthProgrammes.list)['query']>

/** Flocks in their houses, or planned, that follow a programme. */
const isFollowing = and(isNull(flock.endedOn), isNull(flock.deletedAt))
const followers = sql<number>`(select count(*)::int from ${flockProgramme} join ${flock} on ${flock.id} = ${flockProgramme.flockId}
  where ${flockProgramme.programmeId} = ${healthProgramme.id} and ${isFollowing})`

const programmesWhere = (
  db: Db,
  scope: Scope,
  language: Language,
  condition: SQL | undefined,
  total = uncounted,
) =>
  db
    .select({
      row: healthProgramme,
      customer: nameOfOthers(scope, customer, language),
      flocks: followers,
      total,
    })
    .from(healthProgramme)
    .leftJoin(customer, eq(customer.path, healthProgramme.farmPath))
    .where(condition)
type Found = Awaited<ReturnType<typeof programmesWhere>>[number]

function shown({ row, customer: name, flocks }: Found): HealthProgramme {
  const { officePath: _, farmPath: __, createdAt, ...columns } = row
  return { ...columns, customer: name, flocks, createdAt: createdAt.toISOString() }
}

async function find(db: Db, scope: Scope, id: string, language: Language): Promise<Found & { path: string }> {
  const [found] = await programmesWhere(db, scope, language, eq(healthProgramme.id, id))
  if (!found) throw refuse.notFound()
  return { ...found, path: found.row.officePath }
}

const sortable = { name: healthProgramme.name, createdAt: healthProgramme.createdAt }
const matching = ({ search, houseType, officeId }: Query) =>
  and(
    search ? ilike(healthProgramme.name, anywhere(search)) : undefined,
    houseType === undefined ? undefined : eq(healthProgramme.houseType, houseType),
    officeId === undefined ? undefined : eq(healthProgramme.officeId, officeId),
  )

/** Every step has an id of its own; steps in the order of days. */
function stepsOf({ steps }: HealthProgrammeForm): ProgrammeStep[] {
  const taken = new Set<string>()
  const idOf = (id: string | undefined) => (id === undefined || taken.has(id) ? newId() : id)
  return steps
    .map(({ id, ...step }) => {
      const own = idOf(id)
      taken.add(own)
      return { ...step, id: own }
    })
    .toSorted((a, b) => a.day - b.day)
}

const columnsOf = (form: HealthProgrammeForm) => ({
  name: form.name,
  houseType: form.houseType,
  breed: form.breed || null,
  isGiven: form.isGiven,
})

async function refuseTaken(db: Db, farmPath: string, name: string, except?: string): Promise<void> {
  const [other] = await db
    .select({ id: healthProgramme.id })
    .from(healthProgramme)
    .where(and(eq(healthProgramme.farmPath, farmPath), eq(healthProgramme.name, name)))
  if (other && other.id !== except)
    throw refuse.invalid([
      { field: 'name', message: text('已有同名程序', 'There is a programme of this name') },
    ])
}

async function create(call: ChangingCall & { body: HealthProgrammeForm }): Promise<HealthProgramme> {
  const { db, body, viewer, language } = call
  const farm = await farmOffice(db, body.officeId)
  await refuseTaken(db, farm.farmPath, body.name)
  const id = newId()
  await addRow(call, healthProgramme, {
    id,
    officeId: farm.id,
    officePath: farm.path,
    farmPath: farm.farmPath,
    ...columnsOf(body),
    steps: stepsOf(body),
  })
  return shown(await find(db, viewer.scope, id, language))
}

const open = (call: Changing) => {
  const { db, params, viewer, language } = call
  return openFound(call, healthProgramme.id, () => find(db, viewer.scope, params.id, language), shown)
}

/** Changes a programme; whether the flocks that follow it change with it is said by whoever changes it. */
async function update(call: Changing & { body: HealthProgrammeForm }): Promise<HealthProgramme> {
  const { db, body, params, viewer, language } = call
  const found = await open(call)
  const { row } = found
  if (body.version !== undefined && body.version !== row.version)
    throw refuse.conflict({ yours: body, current: found.shown })
  if (body.officeId !== row.officeId)
    throw refuse.invalid([
      { field: 'officeId', message: text('不能更改所属客户', 'It stays with its customer') },
    ])
  await refuseTaken(db, row.farmPath, body.name, row.id)
  const steps = stepsOf(body)
  const isChanged = JSON.stringify(sorted(steps)) !== JSON.stringify(sorted(row.steps))
  if (isChanged && found.flocks > 0 && !body.running)
    throw refuse.invalid([
      {
        field: 'running',
        message: [
          text(
            '有 {count} 个在养批次正在执行此程序，请选择是否一并更改',
            '{count} flocks follow this programme. Choose whether they follow the change',
          ),
          { count: found.flocks },
        ],
      },
    ])
  await changeRows(db, healthProgramme, eq(healthProgramme.id, params.id), { ...columnsOf(body), steps })
  if (body.running === 'change') await changeFlocks(call, { name: body.name, steps })
  return shown(await find(db, viewer.scope, params.id, language))
}

/** Whatever order the fields of a step were sent or stored in. */
const sorted = (steps: readonly ProgrammeStep[]) =>
  steps.map(step => Object.entries({ ...step, eggWithdrawalDays: step.eggWithdrawalDays ?? null }).toSorted())

/** Running flocks follow the change, but for what was given or left out already. */
async function changeFlocks(
  { db, viewer, params }: Changing,
  { name, steps }: { name: string; steps: readonly ProgrammeStep[] },
): Promise<void> {
  const following = await db
    .select({ row: flockProgramme })
    .from(flockProgramme)
    .innerJoin(flock, eq(flock.id, flockProgramme.flockId))
    .where(and(eq(flockProgramme.programmeId, params.id), isFollowing))
    .for('update', { of: flockProgramme })
  const given = await givenTo(
    db,
    viewer.scope,
    following.map(({ row }) => row.flockId),
  )
  for (const { row } of following) {
    const done = carriedOut(given.get(row.flockId) ?? [])
    const settled = row.steps.filter(({ id }) => done.has(id) || row.skipped[id])
    const ids = new Set(settled.map(({ id }) => id))
    const next = [...settled, ...steps.filter(({ id }) => !ids.has(id))].toSorted((a, b) => a.day - b.day)
    await changeRows(db, flockProgramme, eq(flockProgramme.flockId, row.flockId), { name, steps: next })
  }
}

/** Flocks that follow it go on with the steps they have. */
async function remove(call: Changing): Promise<null> {
  await open(call)
  await call.db.delete(healthProgramme).where(eq(healthProgramme.id, call.params.id))
  return null
}

const seen = (found: readonly Found[]) => found.map(({ row }) => ({ farmPath: row.farmPath }))

export const healthProgrammesFeature = feature('health-programmes', healthProgrammes, {
  list: async call => {
    const { db, query, viewer, language } = call
    const condition = matching(query)
    const total = db.$count(healthProgramme, condition)
    const rows = await programmesWhere(db, viewer.scope, language, condition, total)
      .orderBy(...orderOf(query.sort, sortable, 'name', healthProgramme.id))
      .limit(query.size)
      .offset(skipped(query))
    await noteLook(call, 'overview', seen(rows))
    return { total: await totalOf(rows, total), items: rows.map(shown) }
  },
  get: async call => {
    const found = await find(call.db, call.viewer.scope, call.params.id, call.language)
    await noteLook(call, 'overview', seen([found]))
    return shown(found)
  },
  create,
  update,
  remove,
})
