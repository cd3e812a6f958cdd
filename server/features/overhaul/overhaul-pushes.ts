import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import {
  type OverhaulPush,
  type OverhaulPushForm,
  overhaulPushes,
} from '#shared/contracts/overhaul-pushes.ts'
import type { PushState } from '#shared/overhaul-pushes.ts'
import { text } from '#shared/text.ts'
import { tellScreens } from '../../people/notices/tell-screens.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { newId } from '../../platform/database/ids.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulPush } from '../../platform/database/tables/overhaul.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { addRow, changeRows, openRow } from '../../platform/records/rows.ts'
import { nextOf, pushAgain } from './hand-over.ts'
import { countPushes, findPush, listPushes, momentOf, seenPeople } from './overhaul-pushes.queries.ts'

type Changing = ChangingCall & { params: { id: string }; body?: { version?: number | undefined } }

const says = {
  nameless: text('请至少填写一种语言的内容', 'Enter a text in at least one language'),
  clock: text('时间格式为 07:30', 'A time such as 07:30'),
  every: text('循环推送需要间隔天数', 'Enter the days between recurring pushes'),
  office: text('请选择范围内的客户', 'Choose one of your customers'),
  receivers: text('请选择范围内的接收人', 'Choose people you can see'),
  past: text('推送时间已过，请先修改时间', 'The push time has passed. Change it first'),
  notNow: text('当前状态不能执行此操作', 'Not possible in its current status'),
}

/** Checks beyond the schema. */
function faults({ chineseText, englishText, clock, mode, everyDays }: OverhaulPushForm): FieldFault[] {
  const found: FieldFault[] = []
  if (chineseText === '' && englishText === '') found.push({ field: 'chineseText', message: says.nameless })
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(clock)) found.push({ field: 'clock', message: says.clock })
  if (mode === 'circular' && !everyDays) found.push({ field: 'everyDays', message: says.every })
  return found
}

/** The fields that say when a reminder is pushed. */
const TIMES = ['mode', 'firstOn', 'clock', 'everyDays'] as const

/** The columns of the form; a timed one has no interval. */
async function checked({ db }: ChangingCall, form: OverhaulPushForm) {
  const { receiverIds, everyDays, version: _, ...typed } = form
  const found = faults(form)
  const named = [...new Set(receiverIds)]
  if ((await seenPeople(db, named)) < named.length)
    found.push({ field: 'receiverIds', message: says.receivers })
  if (found.length > 0) throw refuse.invalid(found)
  return { ...typed, receiverIds: named, everyDays: form.mode === 'circular' ? (everyDays ?? null) : null }
}

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
  await addRow(call, overhaulPush, { ...(await checked(call, form)), id, officeId, officePath: found.path })
  await aim(call, id)
  return findPush(call, id)
}

/** Opens a reminder, see {@link openRow}. */
const open = async (call: Changing): Promise<OverhaulPush> =>
  (await openRow(call, overhaulPush, () => findPush(call, call.params.id))).row

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
  create,
  update: async call => {
    const push = await open(call)
    await store(call, await checked(call, call.body))
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
