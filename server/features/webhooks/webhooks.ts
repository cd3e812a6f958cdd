import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Delivery, type Webhook, webhooks } from '#shared/contracts/webhooks.ts'
import type { Result } from '#shared/endpoint.ts'
import { STAFF } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import { mayHear, TEST_EVENT, WEBHOOKS_MAX, type WebhookEvent } from '#shared/webhooks.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { webhook, webhookDelivery } from '../../platform/database/tables/webhooks.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { skipped, totalOf } from '../../platform/http/lists.ts'
import { mayDial } from '../../platform/network/outside.ts'
import { changeRows, noteFound, openRow } from '../../platform/records/rows.ts'
import { newSecret, sealSecret } from './signature.ts'

const wrongAddress = text(
  '请填写公网 https 地址，不带端口、用户名和密码',
  'An https address on the public internet, without port, user and password',
)
const beyond = text('其中有您没有权限查看的内容', 'You do not have access to some of these')
const tooMany = text('一个组织最多 {limit} 个推送接口', 'At most {limit} webhooks per office')
const isOff = text('推送接口已停用，请先启用', 'The webhook is switched off. Switch it on first')

type Row = typeof webhook.$inferSelect
type Sent = typeof webhookDelivery.$inferSelect
interface Asking {
  db: Db
  viewer: Viewer
}

/** Only the office's own: lower offices have theirs. */
const ofOffice = ({ officePath }: Viewer) => eq(webhook.officePath, officePath)

const shownDelivery = (row: Sent): Delivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  status: row.status,
  problem: row.problem,
  durationMs: row.durationMs,
  tries: row.tries,
  madeAt: row.madeAt.toISOString(),
  lastTryAt: row.lastTryAt?.toISOString() ?? null,
  nextTryAt: row.state === 'waiting' ? row.dueAt.toISOString() : null,
})

/** The office's webhooks, or one of them, with the outcome of their last messages. */
async function read({ db, viewer }: Asking, id?: string): Promise<Webhook[]> {
  const rows = await db
    .select({ row: webhook, owner: account.actualName })
    .from(webhook)
    .leftJoin(
      account,
      and(
        eq(account.id, webhook.ownerId),
        eq(account.officePath, webhook.officePath),
        isNull(account.disabledAt),
        isNull(account.deletedAt),
      ),
    )
    .where(and(ofOffice(viewer), id === undefined ? undefined : eq(webhook.id, id)))
    .orderBy(webhook.createdAt)
  const last = await lastOf(
    db,
    rows.map(({ row }) => row.id),
  )
  return rows.map(({ row, owner }) => shown(row, owner, last.get(row.id)))
}

async function lastOf(db: Db, ids: string[]): Promise<Map<string, Sent>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([webhookDelivery.webhookId])
    .from(webhookDelivery)
    .where(inArray(webhookDelivery.webhookId, ids))
    .orderBy(webhookDelivery.webhookId, desc(webhookDelivery.madeAt))
  return new Map(rows.map(row => [row.webhookId, row]))
}

const shown = (row: Row, owner: string | null, last: Sent | undefined): Webhook => ({
  id: row.id,
  name: row.name,
  address: row.address,
  events: row.events,
  isActive: row.isActive,
  switchedOff: row.switchedOff,
  owner,
  last: last ? shownDelivery(last) : null,
  version: row.version,
})

async function find(asking: Asking, id: string): Promise<Webhook> {
  const [found] = await read(asking, id)
  if (!found) throw refuse.notFound()
  return found
}

/** Opens a webhook, see {@link openRow}. */
const open = async (call: ChangingCall & { params: { id: string } }): Promise<Webhook> =>
  (await openRow(call, webhook, () => find(call, call.params.id))).row

function check({ services, viewer }: ChangingCall, form: { address: string; events: WebhookEvent[] }): void {
  const faults: FieldFault[] = []
  if (!mayDial(form.address, services.config.webhookNetworks))
    faults.push({ field: 'address', message: wrongAddress })
  if (form.events.some(event => !mayHear(viewer.grants, event)))
    faults.push({ field: 'events', message: beyond })
  if (faults.length > 0) throw refuse.invalid(faults)
}

const sealed = ({ services }: ChangingCall, id: string, secret: string) =>
  sealSecret(services.config.appSecret, id, secret)

async function create(
  call: ChangingCall & { body: { name: string; address: string; events: WebhookEvent[] } },
): Promise<Result<typeof webhooks.create>> {
  const { db, viewer, body } = call
  check(call, body)
  // One at a time per office, or two at once would each pass as the last one allowed.
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${viewer.officePath}`}, 0))`,
  )
  const count = await db.$count(webhook, ofOffice(viewer))
  if (count >= WEBHOOKS_MAX) throw refuse.invalid([], [tooMany, { limit: WEBHOOKS_MAX }])
  const [id, secret] = [newId(), newSecret()]
  await db.insert(webhook).values({
    id,
    officePath: viewer.officePath,
    ownerId: viewer.accountId,
    isStaff: viewer.kind === STAFF,
    name: body.name,
    address: body.address,
    events: [...new Set(body.events)],
    secret: sealed(call, id, secret),
  })
  return { ...(await find(call, id)), secret }
}

export const webhooksFeature = feature('webhooks', webhooks, {
  list: call => read(call),
  create,
  // Whoever saves it is responsible from then on: it reads no more than they may.
  update: async call => {
    const { db, viewer, body } = call
    const row = await open(call)
    check(call, body)
    const isOn = body.isActive && !row.isActive
    await changeRows(db, webhook, eq(webhook.id, row.id), {
      ownerId: viewer.accountId,
      isStaff: viewer.kind === STAFF,
      name: body.name,
      address: body.address,
      events: [...new Set(body.events)],
      isActive: body.isActive,
      ...(isOn && { failingSince: null, switchedOff: null }),
    })
    return find(call, row.id)
  },
  renew: async call => {
    const { id } = await open(call)
    const secret = newSecret()
    await call.db
      .update(webhook)
      .set({ secret: sealed(call, id, secret) })
      .where(eq(webhook.id, id))
    return { ...(await find(call, id)), secret }
  },
  test: async call => {
    const row = await open(call)
    if (!row.isActive) throw refuse.conflict({ yours: null, current: row }, isOff)
    const { officePath } = call.viewer
    await call.db
      .insert(webhookDelivery)
      .values({ id: newId(), webhookId: row.id, officePath, event: TEST_EVENT })
    return find(call, row.id)
  },
  remove: async call => {
    const { id } = await open(call)
    await call.db.delete(webhook).where(eq(webhook.id, id))
    return null
  },
  deliveries: async call => {
    const { db, params, query } = call
    const { id } = await find(call, params.id)
    const where = eq(webhookDelivery.webhookId, id)
    const total = db.$count(webhookDelivery, where)
    const rows = await db
      .select({ row: webhookDelivery, total })
      .from(webhookDelivery)
      .where(where)
      .orderBy(desc(webhookDelivery.madeAt), desc(webhookDelivery.id))
      .limit(query.size)
      .offset(skipped(query))
    return { total: await totalOf(rows, total), items: rows.map(({ row }) => shownDelivery(row)) }
  },
  resend: async call => {
    const { db, params } = call
    const isIt = eq(webhookDelivery.id, params.id)
    const [sent] = await db.select().from(webhookDelivery).where(isIt).for('update')
    if (!sent) throw refuse.notFound()
    await noteFound(call, { row: sent }, () => shownDelivery(sent))
    const hook = await find(call, sent.webhookId)
    if (!hook.isActive) throw refuse.conflict({ yours: null, current: hook }, isOff)
    const [row] = await db
      .update(webhookDelivery)
      .set({ state: 'waiting', dueAt: sql`now()` })
      .where(eq(webhookDelivery.id, sent.id))
      .returning()
    return shownDelivery(row ?? sent)
  },
})
