import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type OverhaulPush, overhaulPushes } from '#shared/contracts/overhaul-pushes.ts'
import type { PushState } from '#shared/overhaul-pushes.ts'
import { tellScreens } from '../../people/notices/tell-screens.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { newId } from '../../platform/database/ids.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulPush } from '../../platform/database/tables/overhaul.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { addRow, changeRows, openRow } from '../../platform/records/rows.ts'
import { nextOf, pushAgain } from './hand-over.ts'
import { checked, says } from './overhaul-push-rules.ts'
import { countPushes, findPush, listPushes, momentOf } from './overhaul-pushes.queries.ts'
import { createForMany } from './overhaul-pushes-many.ts'
import { listRecipients, listRuns } from './push-recipients.ts'

type Changing = ChangingCall & { params: { id: string }; body?: { version?: number | undefined } }

/** The fields that say when a reminder is pushed. */
const TIMES = ['mode', 'firstOn', 'clock', 'everyDays'] as const

/** Sets the next push of a new or changed reminder. A timed one in the past is refused. */
async function aim({ db }: ChangingCall, id: string): Promise<void> {
  await db
    .update(overhaulPush)
    .set({ state: 'waiting', nextOn: overhaulPush.firstOn })
    .where(eq(overhaulPush.id, id))
  const [found] = await db
    .select({ isPast: sql<boolean>`${momentOf(overhaulPush.nextOn)} < now()`, mode: overhaulPush.mode })
    .from(overhaulPush)
    .innerJoin(office, eq(office.id, overhaulPush.officeId))
    .where(eq(overhaulPush.id, id))
  if (!found?.isPast) return
  if (found.mode === 'timed') throw refuse.invalid([{ field: 'firstOn', message: says.past }], says.past)
  await db.update(overhaulPush).set({ nextOn: nextOf() }).where(eq(overhaulPush.id, id))
}

async function create(call: Call<typeof overhaulPushes.create>): Promise<OverhaulPush> {
  const { db } = call
  const { officeId, ...form } = call.body
  const [found] = await db
    .select({ path: office.path })
    .from(office)
    .where(and(eq(office.id, officeId), eq(office.kind, 'customer'), isNull(office.deletedAt)))
  if (!found) throw refuse.invalid([{ field: 'officeId', message: says.office }])
  const id = newId()
  await addRow(call, overhaulPush, {
    ...(await checked(call, form, found.path)),
    id,
    officeId,
    officePath: found.path,
  })
  await aim(call, id)
  return findPush(call, id)
}

/** Opens a reminder, see {@link openRow}. */
const open = async (call: Changing): Promise<OverhaulPush> =>
  (await openRow(call, overhaulPush, () => findPush(call, call.params.id))).row

/** Path of a reminder's customer. */
async function placeOf({ db, params }: Changing): Promise<string> {
  const [found] = await db
    .select({ path: overhaulPush.officePath })
    .from(overhaulPush)
    .where(eq(overhaulPush.id, params.id))
  return found?.path ?? ''
}

async function store(
  call: Changing,
  changed: Partial<typeof overhaulPush.$inferInsert> | Record<string, SQL>,
) {
  await changeRows(call.db, overhaulPush, eq(overhaulPush.id, call.params.id), changed)
}

/** The reminder, in a state that allows this action. */
async function openIn(call: Changing, ...states: PushState[]): Promise<OverhaulPush> {
  const push = await open(call)
  if (!states.includes(push.state)) throw refuse.conflict({ yours: null, current: push }, says.notNow)
  return push
}

export const overhaulPushesFeature = feature('overhaul-pushes', overhaulPushes, {
  list: listPushes,
  counts: countPushes,
  get: call => findPush(call, call.params.id),
  runs: listRuns,
  recipients: listRecipients,
  create,
  createForMany,
  update: async call => {
    const push = await open(call)
    await store(call, await checked(call, call.body, await placeOf(call)))
    // A pushed one keeps its result until it gets a new time: a name is added, and it is pushed again.
    const isMoved = TIMES.some(field => call.body[field] !== push[field])
    if (push.state === 'waiting' || (push.state !== 'stopped' && isMoved)) await aim(call, push.id)
    return findPush(call, push.id)
  },
  remove: async call => {
    await open(call)
    await call.db.delete(overhaulPush).where(eq(overhaulPush.id, call.params.id))
    return null
  },
  start: async call => {
    const { id } = await openIn(call, 'stopped')
    await store(call, {})
    await aim(call, id)
    return findPush(call, id)
  },
  stop: async call => {
    const { id } = await openIn(call, 'waiting', 'failed')
    await store(call, { state: 'stopped', nextOn: null })
    return findPush(call, id)
  },
  retry: async call => {
    const { id } = await openIn(call, 'failed')
    await store(call, {})
    const told = await asSystem(call.db, call.viewer.scope, () => pushAgain(call.db, id))
    tellScreens(call, told)
    return findPush(call, id)
  },
})
