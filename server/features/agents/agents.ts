import { eq } from 'drizzle-orm'
import { agentStandings } from '#shared/agents.ts'
import { type Agent, agents, applicationFields } from '#shared/contracts/agents.ts'
import { text } from '#shared/text.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { noteChanges } from '../../people/customers/note-changes.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import type { ExportColumn } from '../../platform/jobs/sheet-parts.ts'
import { entriesOf } from '../../platform/records/entries.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { AGENTS, agencies, isPast } from './agencies.ts'
import { createAgent } from './new-agent.ts'

const columns: ExportColumn<Agent>[] = [
  { field: 'number', label: text('编号', 'Number'), kind: 'text', width: 20 },
  { field: 'customer', label: text('代理商', 'Agent'), kind: 'text', width: 28 },
  { field: 'standing', label: text('状态', 'Status'), kind: 'text', words: agentStandings },
  { field: 'territory', label: text('代理区域', 'Territory'), kind: 'text', width: 28 },
  { field: 'endsOn', label: text('代理到期日期', 'Agency termination date'), kind: 'date' },
  { field: 'customers', label: text('客户数', 'Customers'), kind: 'number' },
  { field: 'region', label: applicationFields.region.label, kind: 'text', width: 28 },
  { field: 'author', label: text('申请人', 'Applied by'), kind: 'text' },
  { field: 'phone', label: applicationFields.phone.label, kind: 'text' },
  { field: 'madeAt', label: text('申请时间', 'Applied at'), kind: 'instant' },
]

export const agentsSheet = listSheet({
  list: AGENTS,
  contract: agents,
  columns,
  ids: (call, query: Parameters<typeof agencies.ids>[1]) => agencies.ids(call, query),
  rows: (call, ids) => agencies.byId(call, ids),
})

type Deciding = Call<typeof agents.grant> | Call<typeof agents.revoke>

/**
 * Sets the last day of the rights, by the office's calendar; open sessions and sockets of its people follow. Without a day
 * the rights end at once.
 */
async function endRights(call: Deciding, { id, officeId, isCustomer, endsOn: was }: Agent, day?: string) {
  const { db, viewer } = call
  const [of] = await db
    .select({ path: office.path, timeZone: office.timeZone })
    .from(office)
    .where(eq(office.id, officeId))
  if (!of) throw refuse.notFound()
  const today = dateIn(of.timeZone, new Date())
  if (day !== undefined && day < today) throw refuse.invalid([{ field: 'endsOn', message: isPast }])
  const agentEndsOn = day ?? daysAfter(today, -1)
  await changeRows(db, office, eq(office.id, officeId), { agentEndsOn })
  if (isCustomer) {
    // An open form of the customer must not write the old date back.
    await changeRows(db, customer, eq(customer.officeId, officeId), {})
    await noteChanges(db, {
      officePath: of.path,
      actor: viewer,
      before: { agentEndsOn: was },
      after: { agentEndsOn },
    })
  }
  return agencies.find(call, id)
}

const giving = (step: 'grant' | 'extend') => async (call: Call<typeof agents.grant>) => {
  const { endsOn, territory } = call.body
  const written = [endsOn, territory].filter(Boolean).join(' · ')
  const taken = await agencies.take(call, step, { changes: { territory, reason: '' }, written })
  return endRights(call, taken, endsOn)
}

/** Applications and agents, for the provider's staff. */
export const agentsFeature = feature(AGENTS, agents, {
  export: exporting(agentsSheet),
  list: agencies.list,
  counts: agencies.counts,
  waiting: agencies.waiting,
  get: async call => {
    const { id } = call.params
    const [item, entries] = await Promise.all([agencies.find(call, id), entriesOf(call, AGENTS, id)])
    return { ...item, entries }
  },
  create: createAgent,
  grant: giving('grant'),
  extend: giving('extend'),
  refuse: call => {
    const { reason } = call.body
    return agencies.take(call, 'refuse', { changes: { reason }, written: reason })
  },
  revoke: async call => {
    const { reason } = call.body
    return endRights(call, await agencies.take(call, 'revoke', { changes: { reason }, written: reason }))
  },
})
