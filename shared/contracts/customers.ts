import { z } from 'zod'
import { continents } from '../countries.ts'
import { approvals, changers, customerStatuses, EXTENSIONS, type Stage, stages } from '../customers.ts'
import {
  boundedPage,
  counted,
  crud,
  DeletedFilter,
  Deletion,
  get,
  Id,
  PageQuery,
  post,
  RowIds,
  RowResults,
  Seen,
  SeenInAddress,
  Version,
} from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { STAFF } from '../permissions.ts'
import { houseTypes } from '../signals.ts'
import type { Text } from '../text.ts'
import {
  Conversion,
  CustomerForm,
  Extension,
  Invitation,
  NewCustomerForm,
  Serving,
} from './customer-forms.ts'
import {
  Belongings,
  Box,
  ChangeFilter,
  CustomerChange,
  CustomerSummary,
  MAP_CELLS,
  Places,
} from './customer-records.ts'
import { Job } from './jobs.ts'

export const Customer = z.object({
  id: Id,
  stage: z.enum(stages),
  /** In the reader's language, or the other if that is missing. */
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
  /** The head of that department; null if it has none, or if the customer has no project manager. */
  managerName: z.string().nullable(),
  contractEndsOn: z.iso.date().nullable(),
  trialEndsOn: z.iso.date().nullable(),
  agentEndsOn: z.iso.date().nullable(),
  nextMaintenanceOn: z.iso.date().nullable(),
  nextMaintenance: z.string().nullable(),
  approval: z.enum(approvals),
  refusedBecause: z.string().nullable(),
  /** The house type given in the application. */
  appliedHouseType: z.enum(houseTypes).nullable(),
  appliedHouseCount: z.number().int().nullable(),
  status: z.enum(customerStatuses),
  lastActiveAt: z.iso.datetime().nullable(),
  /** RA and RC: until when the owner lets the offices above see and control the farm; null = not, or no longer. */
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
export const maintenances = ['due', 'overdue', '30d'] as const

export const CustomerFilter = z.object({
  search: z.string().trim().max(100).optional(),
  status: z.enum(customerStatuses).optional(),
  approval: z.enum(approvals).optional(),
  continent: z.enum(continents).optional(),
  country: z.string().length(2).optional(),
  /** By its contract, on trial by its trial: over, or ending within a number of days. */
  ends: z.enum(endings).optional(),
  /** Due: overdue, or within `MAINTENANCE_SOON` days. */
  maintenance: z.enum(maintenances).optional(),
  managerOfficeId: Id.optional(),
  agentId: Id.optional(),
  farmAccess: z.enum(['on', 'off']).optional(),
  remoteControl: z.enum(['on', 'off']).optional(),
})
/** Deleted ones only for those who may restore them. */
const CustomerListFilter = CustomerFilter.extend(DeletedFilter.shape).extend(Box.shape)

const Reason = Seen.extend({ reason: z.string().trim().min(1).max(500) })
/** Required if a house of the customer has birds. */
const MayReason = z.object({ reason: z.string().trim().max(500).optional() })
const bulkActions = ['enable', 'disable', 'remove', 'extend'] as const

interface Naming {
  /** What one of them, and all of them, are called in the history. */
  one: Text
  all: Text
}

/** What the history says of an action on one of them. */
type Says = (english: string, chinese: string) => Text
type ListPermission = 'custom_manage' | 'try_custom_manage'

/** What a customer's own page shows besides its fields. */
function recordOf<P extends string, const K extends ListPermission>(path: P, permission: K, says: Says) {
  return {
    belongings: get(`${path}/:id/belongings` as const, `${permission}:get` as const, { returns: Belongings }),
    /** The update log, newest first; nobody can change it. */
    changes: get(`${path}/:id/changes` as const, `${permission}:get` as const, {
      query: PageQuery.extend(ChangeFilter.shape),
      returns: boundedPage(CustomerChange).extend({
        counts: z.partialRecord(z.enum(changers), z.number().int()),
      }),
    }),
    /** The filtered rows of the update log as an Excel file. */
    exportChanges: post(`${path}/:id/changes/export` as const, `${permission}:export` as const, {
      body: ChangeFilter,
      returns: Job,
      whenReadOnly: true,
      says: says('Exported the update log of', '导出更新日志：'),
    }),
    /** Names of houses with birds, which disabling and deleting ask about. */
    birds: get(`${path}/:id/birds` as const, [`${permission}:disable`, `${permission}:delete`] as const, {
      returns: z.array(z.string()),
    }),
  }
}

/** What decides whether a customer may work, and with whom. */
function standingOf<P extends string, const K extends ListPermission>(path: P, permission: K, says: Says) {
  const byStaff = { kinds: [STAFF] as const }
  return {
    approve: post(`${path}/:id/approve` as const, `${permission}:enable` as const, {
      ...byStaff,
      body: Seen,
      returns: Customer,
      says: says('Approved', '审核通过'),
    }),
    refuse: post(`${path}/:id/refuse` as const, `${permission}:disable` as const, {
      ...byStaff,
      body: Reason,
      returns: Customer,
      says: says('Refused', '审核驳回'),
    }),
    /** With everything it has: its former agent loses sight of it, the new one sees it at once. 503 during another move. */
    move: post(`${path}/:id/move` as const, `${permission}:edit` as const, {
      ...byStaff,
      body: Serving,
      returns: Customer,
      says: says('Changed the agent of', '更换所属代理商：'),
    }),
    enable: post(`${path}/:id/enable` as const, `${permission}:enable` as const, {
      body: Seen,
      returns: Customer,
      says: says('Enabled', '启用'),
    }),
    /** Ends its users' sessions at once. */
    disable: post(`${path}/:id/disable` as const, `${permission}:disable` as const, {
      wantsProof: true,
      body: MayReason.extend(Seen.shape),
      returns: Customer,
      says: says('Disabled', '禁用'),
    }),
    /** With the houses and devices that were deleted with it. */
    restore: post(`${path}/:id/restore` as const, `${permission}:delete` as const, {
      body: Seen,
      returns: Customer,
      says: says('Restored', '恢复'),
    }),
    /**
     * Opens an account for the owner of a customer without users; staff can also do so if the owner has left, and the
     * customer is told.
     */
    invite: post(`${path}/:id/invite` as const, `${permission}:edit` as const, {
      tellsTaken: true,
      wantsProof: true,
      body: Invitation,
      returns: Customer,
      says: says('Invited the owner of', '邀请场主：'),
    }),
  }
}

/** The endpoints of both lists; `permission` is the list's own. */
function listOf<P extends string, const K extends ListPermission>(
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
  return {
    ...excelExport(path, permission, { filter: CustomerFilter, noun: all }),
    ...excelImport(path, permission, all),
    ...everyday,
    /** Approved at once if staff do it; if an agent does, it waits for them. */
    create: post(path, `${permission}:add` as const, {
      tellsTaken: true,
      body: NewCustomerForm,
      returns: Customer,
      says: says('Created', '新增'),
    }),
    remove: { ...everyday.remove, wantsProof: true as const, query: SeenInAddress },
    counts: counted(path, `${permission}:query` as const, CustomerListFilter, ['status', 'approval']),
    summary: get(`${path}/summary` as const, `${permission}:query` as const, { returns: CustomerSummary }),
    /** As marks on a map, one per cell; those outside the box are left out, those without a place only counted. */
    places: get(`${path}/places` as const, `${permission}:query` as const, {
      query: CustomerListFilter.extend({
        cell: z.coerce.number().pipe(z.literal(MAP_CELLS)).default(16),
      }),
      returns: Places,
    }),
    ...recordOf(path, permission, says),
    ...standingOf(path, permission, says),
    /** Does the same to several customers, each separately; needs the permission for that action. */
    bulk: post(
      `${path}/bulk` as const,
      [
        `${permission}:enable`,
        `${permission}:disable`,
        `${permission}:delete`,
        `${permission}:edit`,
      ] as const,
      {
        changes: path,
        wantsProof: true,
        body: MayReason.extend({
          action: z.enum(bulkActions),
          ids: RowIds,
          days: z.literal(EXTENSIONS).optional(),
          /** By id: the versions of the rows as seen. */
          versions: z.record(Id, Version).optional(),
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
const picker = {
  query: z.object({ search: z.string().trim().max(100).optional() }),
  returns: z.array(z.object({ id: Id, name: z.string() })),
}

/** `/custom`. */
export const customers = {
  ...listOf('/admin/auth/customers', 'custom_manage', {
    one: { 'en-US': 'formal customer', 'zh-CN': '正式客户' },
    all: { 'en-US': 'formal customers', 'zh-CN': '正式客户' },
  }),
  /** Pickers, within the viewer's scope: departments of the provider, and agents. */
  managerOptions: get('/admin/auth/customers/manager-options', 'signedIn', picker),
  agentOptions: get('/admin/auth/customers/agent-options', 'signedIn', picker),
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
  /** Id, users and data stay; the contract's end replaces the trial's. */
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
