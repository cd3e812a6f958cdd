import { z } from 'zod'
import { Phone } from '../accounts.ts'
import { agentStandings, agentSteps } from '../agents.ts'
import { valuesOf } from '../choices.ts'
import { counted, get, Id, ofKinds, PageQuery, page, post } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, Search } from '../fields.ts'
import { line } from '../line.ts'
import { STAFF } from '../permissions.ts'
import { stepEndpoints } from '../states.ts'
import { text } from '../text.ts'
import { Entry, TICKET_TEXT, ticketShape, Waiting, waitsFor } from '../tickets.ts'
import { OwnerForm } from './customer-forms.ts'

/** What an office enters about itself when it applies. */
export const applicationFields = {
  region: {
    kind: 'text',
    most: 200,
    isRequired: true,
    label: text('意向代理区域', 'Requested territory'),
    hint: text('省份、城市或国家。', 'Provinces, cities or countries.'),
  },
  phone: { kind: 'text', most: 40, isRequired: true, label: text('联系电话', 'Phone') },
  about: {
    kind: 'text',
    most: TICKET_TEXT,
    hasLines: true,
    isRequired: true,
    label: text('公司与经验', 'Company and experience'),
    hint: text(
      '服务过的养殖场、安装与售后人员、仓库等。',
      'Farms you have served, installation and service staff, warehouses.',
    ),
  },
} as const satisfies Fields

export const Agent = z.object({
  ...ticketShape,
  /** The office that applies or is agent. */
  officeId: Id,
  standing: z.enum(valuesOf(agentStandings)),
  region: z.string(),
  phone: z.string(),
  about: z.string(),
  /** Where it may act, as granted. */
  territory: z.string(),
  /** The agency termination date, by the office's calendar; null without rights, or if they have no end. */
  endsOn: z.iso.date().nullable(),
  /** Why it was refused or revoked. */
  reason: z.string(),
  /** Since when it has waited for the provider, who promises an answer within `PROMISED_HOURS`. */
  waitsSince: z.iso.datetime().nullable(),
  /** A customer that is also an agent keeps its farm. */
  isCustomer: z.boolean(),
  customers: z.number().int(),
  /** Version of the service statement that was agreed to. */
  statement: z.string(),
})
export type Agent = z.infer<typeof Agent>

/** An agent with its history, oldest first. */
export const AgentDetail = Agent.extend({ entries: z.array(Entry) })
export type AgentDetail = z.infer<typeof AgentDetail>

/** An office that is only an agent, with what it is granted and who leads it. */
const NewAgent = OwnerForm.extend({
  chineseName: line(100).default(''),
  englishName: line(100).default(''),
  contact: line(100).min(1),
  phone: z.literal('').or(Phone).default(''),
  endsOn: z.iso.date(),
  territory: line(200).default(''),
})
export type NewAgent = z.input<typeof NewAgent>

export const agentFilter = z.object({ search: Search, standing: chosen(agentStandings), ...waitsFor })
const path = '/admin/auth/agents'

/** `/agent/admin/list`: applicants and agents, for the provider's staff. */
export const agents = ofKinds([STAFF], {
  ...excelExport(path, 'user_manage', { filter: agentFilter, noun: text('代理商', 'agents') }),
  list: get(path, 'user_manage:query', { query: PageQuery.extend(agentFilter.shape), returns: page(Agent) }),
  counts: counted(path, 'user_manage:query', agentFilter, ['standing']),
  /** How many wait for the provider, by how long. */
  waiting: get(`${path}/waiting`, 'user_manage:query', { returns: Waiting }),
  get: get(`${path}/:id`, 'user_manage:get', { returns: AgentDetail }),
  /** Without an application: its leader is invited by mail and gets the built-in agent role. */
  create: post(path, 'user_manage:add', {
    tellsTaken: true,
    body: NewAgent,
    returns: Agent,
    says: text('新增代理商 {customer}', 'Added agent {customer}'),
  }),
  ...stepEndpoints(path, agentSteps, Agent),
})
