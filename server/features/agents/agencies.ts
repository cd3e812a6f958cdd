import { sql } from 'drizzle-orm'
import { agentSteps, mayApplyFrom } from '#shared/agents.ts'
import type { Agent } from '#shared/contracts/agents.ts'
import type { Steps } from '#shared/states.ts'
import { text } from '#shared/text.ts'
import { tickets } from '../../farm/tickets/tickets.ts'
import { hasEndedAsAgent } from '../../platform/database/standing.ts'
import { agency } from '../../platform/database/tables/agents.ts'
import { office } from '../../platform/database/tables/offices.ts'

/** Their module in the operation history. */
export const AGENTS = 'agents'

export const isPast = text('到期日期不能早于今天', 'The termination date cannot be before today')

/** The office's own step, beside those of staff: applying again, with the form of the first application. */
const steps = {
  ...agentSteps,
  again: {
    access: 'agent_client:add',
    from: [],
    clientFrom: mayApplyFrom,
    to: 'pending',
    ofOwn: true,
    label: text('重新申请', 'Apply again'),
    done: text('重新申请', 'Applied again'),
    tells: text('{customer}再次申请代理：{number}', '{customer} applies again to become an agent: {number}'),
    says: text('重新申请代理 {number}', 'Applied again to become an agent {number}'),
  },
} as const satisfies Steps<Agent['standing']>

const hasEnded = sql`(select ${hasEndedAsAgent(sql`o`)} from office o where o.id = ${agency}.office_id)`
const nameOf = sql`(select o.chinese_name || ' ' || o.english_name from office o where o.id = ${agency}.office_id)`
const customersBelow = sql<number>`(select count(*)::int from customer c where c.deleted_at is null
  and c.office_path > ${agency}.office_path and c.office_path < left(${agency}.office_path, -1) || '/')`

/** An office's state as agent: once it has had rights, the date on the office decides. */
const standing = sql<string>`case when ${agency}.state not in ('passed', 'revoked') then ${agency}.state
  when not ${hasEnded} then 'passed' when ${agency}.state = 'passed' then 'ended' else 'revoked' end`

/** Applications and agents: one row per office. */
export const agencies = tickets<Agent, typeof steps>({
  module: AGENTS,
  businessType: 'agent',
  table: agency,
  prefix: 'AG',
  steps,
  standing,
  state: 'state',
  waiting: 'pending',
  shown: {
    officeId: agency.officeId,
    region: agency.region,
    phone: agency.phone,
    about: agency.about,
    territory: agency.territory,
    reason: agency.reason,
    statement: agency.statement,
    waitsSince: agency.waitsSince,
    endsOn: office.agentEndsOn,
    isCustomer: sql<boolean>`${office.kind} = 'customer'`,
    customers: customersBelow,
  },
  search: [nameOf, agency.region, agency.territory],
  sort: {
    endsOn: sql`(select o.agent_ends_on from office o where o.id = ${agency}.office_id)`,
    customers: customersBelow,
  },
  staff: ['user_manage:enable'],
  clients: ['agent_client:query'],
  tells: text('{customer}申请代理：{number}', '{customer} applies to become an agent: {number}'),
})
