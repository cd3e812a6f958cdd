import { z } from 'zod'
import { continents, isCountry } from '../countries.ts'
import { approvals, changers, customerStatuses, EXTENSIONS, type Stage, stages } from '../customers.ts'
import { deviceStatuses, deviceTypes } from '../devices.ts'
import {
  counted,
  crud,
  DeletedFilter,
  Deletion,
  get,
  Id,
  PageQuery,
  page,
  post,
  RowIds,
  RowResults,
  Version,
} from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { STAFF } from '../permissions.ts'
import { houseTypes } from '../signals.ts'
import type { Text } from '../text.ts'
import { isTimeZone } from '../zone-time.ts'

const Name = z.string().trim().max(100)
const line = (length: number) => z.string().trim().max(length)
const Day = z.iso.date().nullish()

/** Where the address cannot be right the specification has these words. */
const Email = z.email().max(200)

const Country = z.string().refine(isCountry)

/** What both forms have in common; one of the two names may be missing. */
export const CustomerForm = z.object({
  chineseName: Name.default(''),
  englishName: Name.default(''),
  contact: line(100).min(1),
  email: Email.nullish(),
  phone: line(40).default(''),
  country: Country,
  city: line(100).nullish(),
  address: line(300).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  latitude: z.number().min(-90).max(90).nullish(),
  /** Left out: the provider's. */
  timeZone: z.string().max(64).refine(isTimeZone).nullish(),
  /** The day a flock is placed counts as day 0 or day 1. */
  placementDay: z.union([z.literal(0), z.literal(1)]).default(0),
  remarks: line(1_000).nullish(),
  /** The project manager: a department of the provider. */
  managerOfficeId: Id.nullish(),
  contractEndsOn: Day,
  agentEndsOn: Day,
  nextMaintenanceOn: Day,
  nextMaintenance: line(200).nullish(),
  version: Version.optional(),
})

/** Who will own the customer: an account is opened and an invitation mailed. */
export const OwnerForm = z.object({ ownerLogin: line(64).min(2), ownerEmail: Email })

const NewCustomerForm = CustomerForm.extend(OwnerForm.shape).extend({
  /** The agent that serves it; the provider itself when left out, and an agent's own without asking. */
  agentId: Id.nullish(),
})

export const Customer = z.object({
  id: Id,
  stage: z.enum(stages),
  /** In the reader's language; the other where that is missing. */
  name: z.string(),
  chineseName: z.string(),
  englishName: z.string(),
  contact: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  timeZone: z.string(),
  placementDay: z.number().int(),
  remarks: z.string().nullable(),
  managerOfficeId: Id.nullable(),
  /** The project manager's department in the reader's language; specification section 3. */
  afterSaleServiceDepartmentName: z.string().nullable(),
  contractEndsOn: z.iso.date().nullable(),
  trialEndsOn: z.iso.date().nullable(),
  agentEndsOn: z.iso.date().nullable(),
  nextMaintenanceOn: z.iso.date().nullable(),
  nextMaintenance: z.string().nullable(),
  approval: z.enum(approvals),
  refusedBecause: z.string().nullable(),
  /** What whoever applied said of their farm. */
  appliedHouseType: z.enum(houseTypes).nullable(),
  appliedHouseCount: z.number().int().nullable(),
  status: z.enum(customerStatuses),
  lastActiveAt: z.iso.datetime().nullable(),
  /** RA and RC: until when the owner lets the offices above see the farm, and control it; null = not, or no longer. */
  farmAccessUntil: z.iso.datetime().nullable(),
  remoteControlUntil: z.iso.datetime().nullable(),
  /** The agent that serves it; null = the provider itself. */
  agentId: Id.nullable(),
  agentName: z.string().nullable(),
  houses: z.number().int(),
  users: z.number().int(),
  devices: z.number().int(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  deleted: Deletion.optional(),
})
export type Customer = z.infer<typeof Customer>

export const endings = ['ended', '30d', '90d'] as const

export const CustomerFilter = z.object({
  search: z.string().trim().max(100).optional(),
  status: z.enum(customerStatuses).optional(),
  approval: z.enum(approvals).optional(),
  continent: z.enum(continents).optional(),
  country: z.string().length(2).optional(),
  /** By its contract, on trial by its trial: over, or ending within so many days. */
  ends: z.enum(endings).optional(),
  managerOfficeId: Id.optional(),
  agentId: Id.optional(),
  farmAccess: z.enum(['on', 'off']).optional(),
  remoteControl: z.enum(['on', 'off']).optional(),
})
/** The deleted ones only to who may restore them. */
const CustomerListFilter = CustomerFilter.extend(DeletedFilter.shape)

/** All customers of the list, whatever its filters: what the sentence above it counts. */
export const CustomerSummary = z.object({
  customers: z.number().int(),
  houses: z.number().int(),
  online: z.number().int(),
  pending: z.number().int(),
  ended: z.number().int(),
  /** Within 90 days, a trial within 7. */
  endingSoon: z.number().int(),
})

/** Customers near each other, as one mark of the map. */
const Place = z.object({
  longitude: z.number(),
  latitude: z.number(),
  count: z.number().int(),
  /** How many of them by status. */
  statuses: z.partialRecord(z.enum(customerStatuses), z.number().int()),
  /** The first of them by name. */
  customers: z.array(z.object({ id: Id, name: z.string(), status: z.enum(customerStatuses) })),
})
export type Place = z.infer<typeof Place>

const Places = z.object({ places: z.array(Place), withoutPlace: z.number().int() })

/** What belongs to a customer, by name, as everybody above it may know. */
const Belongings = z.object({
  houses: z.array(
    z.object({ id: Id, name: z.string(), type: z.enum(houseTypes), birds: z.number().int().nullable() }),
  ),
  users: z.array(
    z.object({
      ...{ id: Id, username: z.string(), actualName: z.string(), roles: z.string() },
      ...{ email: z.string().nullable(), isDisabled: z.boolean(), lastActiveAt: z.iso.datetime().nullable() },
    }),
  ),
  devices: z.array(
    z.object({
      ...{ id: Id, code: z.string(), name: z.string() },
      ...{ type: z.enum(deviceTypes), status: z.enum(deviceStatuses) },
    }),
  ),
})
export type Belongings = z.infer<typeof Belongings>

/** One changed field. Values as stored: days, codes, texts; of a project manager its names. */
export const CustomerChange = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  item: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  by: z.enum(changers),
  actorName: z.string().nullable(),
  /** The actor's roles at that time, in the reader's language. */
  actorRole: z.string().nullable(),
})
export type CustomerChange = z.infer<typeof CustomerChange>

const Reason = z.object({ reason: line(500).min(1) })
/** Wanted where a house of the customer has birds. */
const MayReason = z.object({ reason: line(500).optional() })
const Extension = z.object({ days: z.literal(EXTENSIONS) })
export const Conversion = z.object({
  /** The contract's last day. */
  contractEndsOn: z.iso.date(),
  version: Version.optional(),
})

const bulkActions = ['enable', 'disable', 'remove', 'extend'] as const

interface Naming {
  /** What one of them is called in the history, and all. */
  one: Text
  all: Text
}

/** The endpoints both lists have; `permission` is the list's own. */
function listOf<P extends string, const K extends 'custom_manage' | 'try_custom_manage'>(
  path: P,
  permission: K,
  { one, all }: Naming,
) {
  const says = (english: string, chinese: string): Text => ({
    'en-US': `${english} ${one['en-US']} {name}`,
    'zh-CN': `${chinese}${one['zh-CN']} {name}`,
  })
  const everyday = crud(path, permission, {
    item: Customer,
    form: CustomerForm,
    filter: CustomerListFilter,
    noun: { 'en-US': `${one['en-US']} {name}`, 'zh-CN': `${one['zh-CN']} {name}` },
  })
  const byStaff = { kinds: [STAFF] as const }
  return {
    ...excelExport(path, permission, { filter: CustomerFilter, noun: all }),
    ...excelImport(path, permission, all),
    ...everyday,
    /** By staff it is approved at once, by an agent it waits for them. */
    create: post(path, `${permission}:add` as const, {
      body: NewCustomerForm,
      returns: Customer,
      says: says('Created', '新增'),
    }),
    counts: counted(path, `${permission}:query` as const, CustomerListFilter, ['status', 'approval']),
    summary: get(`${path}/summary` as const, `${permission}:query` as const, { returns: CustomerSummary }),
    places: get(`${path}/places` as const, `${permission}:query` as const, {
      query: CustomerFilter,
      returns: Places,
    }),
    belongings: get(`${path}/:id/belongings` as const, `${permission}:get` as const, { returns: Belongings }),
    /** The update log, newest first; nobody can change it. */
    changes: get(`${path}/:id/changes` as const, `${permission}:get` as const, {
      query: PageQuery.extend({
        search: z.string().trim().max(100).optional(),
        by: z.enum(changers).optional(),
      }),
      returns: page(CustomerChange).extend({ counts: z.partialRecord(z.enum(changers), z.number().int()) }),
    }),
    /** Names of houses with birds: what disabling and deleting ask about. */
    birds: get(`${path}/:id/birds` as const, `${permission}:query` as const, {
      returns: z.array(z.string()),
    }),
    approve: post(`${path}/:id/approve` as const, `${permission}:enable` as const, {
      ...byStaff,
      returns: Customer,
      says: says('Approved', '审批通过'),
    }),
    refuse: post(`${path}/:id/refuse` as const, `${permission}:disable` as const, {
      ...byStaff,
      body: Reason,
      returns: Customer,
      says: says('Refused', '审批拒绝'),
    }),
    enable: post(`${path}/:id/enable` as const, `${permission}:enable` as const, {
      returns: Customer,
      says: says('Enabled', '启用'),
    }),
    /** Ends the sessions of its users at once. */
    disable: post(`${path}/:id/disable` as const, `${permission}:disable` as const, {
      body: MayReason,
      returns: Customer,
      says: says('Disabled', '禁用'),
    }),
    /** With the houses and devices that were deleted with it. */
    restore: post(`${path}/:id/restore` as const, `${permission}:delete` as const, {
      returns: Customer,
      says: says('Restored', '恢复'),
    }),
    /** Opens an account for the owner of a customer that has no user yet. */
    invite: post(`${path}/:id/invite` as const, `${permission}:edit` as const, {
      body: OwnerForm,
      returns: Customer,
      says: says('Invited the owner of', '邀请场主：'),
    }),
    /** Does the same to several customers, each for itself; needs the permission of that action. */
    bulk: post(
      `${path}/bulk` as const,
      [
        `${permission}:enable`,
        `${permission}:disable`,
        `${permission}:delete`,
        `${permission}:edit`,
      ] as const,
      {
        body: MayReason.extend({
          ...{ action: z.enum(bulkActions), ids: RowIds, days: z.literal(EXTENSIONS).optional() },
        }),
        returns: RowResults,
        says: {
          'en-US': `Changed several ${all['en-US']}: {done} done`,
          'zh-CN': `批量处理${all['zh-CN']}：完成 {done} 个`,
        },
      },
    ),
  }
}

const trialPath = '/admin/auth/trial-customers'

/** `/custom`. */
export const customers = {
  ...listOf('/admin/auth/customers', 'custom_manage', {
    one: { 'en-US': 'formal customer', 'zh-CN': '正式客户' },
    all: { 'en-US': 'formal customers', 'zh-CN': '正式客户' },
  }),
  /** Pickers, within the viewer's scope: departments of the provider, and agents. */
  managerOptions: get('/admin/auth/customers/manager-options', 'signedIn', {
    query: z.object({ search: z.string().trim().max(100).optional() }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
  agentOptions: get('/admin/auth/customers/agent-options', 'signedIn', {
    query: z.object({ search: z.string().trim().max(100).optional() }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
}

/** `/customer/try-customer`. */
export const trialCustomers = {
  ...listOf(trialPath, 'try_custom_manage', {
    one: { 'en-US': 'trial customer', 'zh-CN': '试用客户' },
    all: { 'en-US': 'trial customers', 'zh-CN': '试用客户' },
  }),
  extend: post(`${trialPath}/:id/extend`, 'try_custom_manage:edit', {
    kinds: [STAFF],
    body: Extension,
    returns: Customer,
    says: { 'en-US': 'Extended the trial of {name}', 'zh-CN': '延长 {name} 的试用' },
  }),
  /** Id, users and data stay; the trial's end goes, the contract's comes. */
  convert: post(`${trialPath}/:id/convert`, 'try_custom_manage:edit', {
    kinds: [STAFF],
    body: Conversion,
    returns: Customer,
    says: { 'en-US': 'Made {name} a formal customer', 'zh-CN': '将 {name} 转为正式客户' },
  }),
}

/** What both lists have. They differ in path and permission, and nothing else is said of those by type. */
export type CustomerContract = Omit<typeof customers, 'managerOptions' | 'agentOptions'>
export const contractOf: Readonly<Record<Stage, CustomerContract>> = {
  formal: customers,
  trial: trialCustomers as unknown as CustomerContract,
}
