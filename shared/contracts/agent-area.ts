import { z } from 'zod'
import { agentStandings } from '../agents.ts'
import { valuesOf } from '../choices.ts'
import { approvals, customerStatuses, stages } from '../customers.ts'
import { get, Id, PageQuery, page, post } from '../endpoint.ts'
import { Search, typedShape } from '../fields.ts'
import { line } from '../line.ts'
import { currencies } from '../money.ts'
import { text } from '../text.ts'
import { applicationFields } from './agents.ts'
import { CustomerForm, OwnerForm } from './customer-forms.ts'
import { Customer } from './customers.ts'
import { AgreedStatement } from './service-statement.ts'
import { Round } from './workplace.ts'

/** The standing of the viewer's own organisation as agent; `none` if it never applied. */
const OwnAgency = z.object({
  standing: z.enum([...valuesOf(agentStandings), 'none']),
  /** Of the application; null without one. */
  number: z.string().nullable(),
  territory: z.string(),
  region: z.string(),
  phone: z.string(),
  about: z.string(),
  reason: z.string(),
  endsOn: z.iso.date().nullable(),
  waitsSince: z.iso.datetime().nullable(),
})
export type OwnAgency = z.infer<typeof OwnAgency>

/** A material as an agent reads it, in the reader's language. */
const OwnMaterial = z.object({
  id: Id,
  name: z.string(),
  note: z.string(),
  edition: z.string(),
  category: z.object({ id: Id, name: z.string() }).nullable(),
  files: z.array(Id),
  releasedAt: z.iso.datetime(),
  /** When the reader last opened it, and whether that was this version; null if never. */
  readAt: z.iso.datetime().nullable(),
  isRead: z.boolean(),
})
export type OwnMaterial = z.infer<typeof OwnMaterial>

/** A customer of the agent. Its farm data is included only while it shares it (RA). */
const OwnCustomer = z.object({
  id: Id,
  name: z.string(),
  stage: z.enum(stages),
  approval: z.enum(approvals),
  /** Why the provider refused it; null if it did not. */
  refusedBecause: z.string().nullable(),
  status: z.enum(customerStatuses),
  contact: z.string(),
  phone: z.string(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  /** The end of its contract, or of its trial. */
  endsOn: z.iso.date().nullable(),
  /** Whose calendar says what today is. */
  timeZone: z.string(),
  nextMaintenanceOn: z.iso.date().nullable(),
  nextMaintenance: z.string().nullable(),
  houses: z.number().int(),
  devices: z.number().int(),
  devicesOnline: z.number().int(),
  orders: z.number().int(),
  inquiries: z.number().int(),
  shares: z.boolean(),
  /** Active alarms; null if the customer does not share its farm. */
  alarms: z.number().int().nullable(),
})
export type OwnCustomer = z.infer<typeof OwnCustomer>

const Totals = z.object({
  customers: z.number().int(),
  /** How many of them let nobody above see their farm: they are in no farm figure. */
  notShared: z.number().int(),
  devices: z.number().int(),
  devicesOnline: z.number().int(),
  /** Not completed and not withdrawn. */
  openOrders: z.number().int(),
  waitingInquiries: z.number().int(),
  alarms: z.number().int(),
  /** What the customers ordered, by currency, without commission; leaves out withdrawn and unpriced orders. */
  ordered: z.array(z.object({ currency: z.enum(currencies), amount: z.string(), orders: z.number().int() })),
})
export type AgentTotals = z.infer<typeof Totals>

const path = '/admin/auth/agent-area'

/** `/agent/client/list`: for an office that is, or wants to be, an agent. Without the rights its lists are empty. */
export const agentArea = {
  mine: get(`${path}/mine`, 'agent_client:query', { returns: OwnAgency }),
  /** For the first time, or again after the rights have ended. */
  apply: post(`${path}/application`, 'agent_client:add', {
    changes: `${path}/mine`,
    body: z.object({
      ...typedShape(applicationFields),
      /** The version of the service statement that was agreed to. */
      statement: AgreedStatement,
    }),
    returns: OwnAgency,
    says: text('申请代理 {number}', 'Applied to be agent {number}'),
  }),
  /** In order of their categories. */
  materials: get(`${path}/materials`, 'agent_client:query', { returns: z.array(OwnMaterial) }),
  opened: post(`${path}/materials/:id/opened`, 'agent_client:get', {
    whenReadOnly: true,
    returns: z.null(),
    says: null,
    summary: 'Notes that the reader has this version of the material.',
  }),
  list: get(`${path}/customers`, 'agent_client:query', {
    query: PageQuery.extend({ search: Search }),
    returns: page(OwnCustomer),
  }),
  totals: get(`${path}/totals`, 'agent_client:query', { returns: Totals }),
  /** Houses of its customers where something is wrong, worst first; only customers that share their farm. */
  morning: get(`${path}/morning`, 'chicken_home_manage:query', { returns: Round }),
}

/** What an agent enters about a farm it wins; the provider adds the contract and who looks after it. */
const NewOwnCustomer = CustomerForm.pick({
  chineseName: true,
  englishName: true,
  contact: true,
  phone: true,
  country: true,
  timeZone: true,
  city: true,
  address: true,
  remarks: true,
}).extend({ ...OwnerForm.shape, stage: z.enum(stages) })
export type NewOwnCustomer = z.input<typeof NewOwnCustomer>

/** The customers of an agent, whatever else it is: a farm that is also an agent has no other way to them. */
export const agentCustomers = {
  create: post(`${path}/customers`, 'agent_client:add', {
    tellsTaken: true,
    body: NewOwnCustomer,
    returns: Customer,
    summary:
      'A new customer of the agent. It waits for the provider; its owner is invited with the approval.',
    says: text('提交客户 {name} 待审核', 'Submitted customer {name} for approval'),
  }),
  again: post(`${path}/customers/:id/again`, 'agent_client:add', {
    body: z.object({ reason: line(500).min(1) }),
    returns: Customer,
    summary: 'A customer that was refused waits for the provider again; `reason` says what is another now.',
    says: text('再次提交客户 {name} 待审核', 'Submitted customer {name} for approval again'),
  }),
}
