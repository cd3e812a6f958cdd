import { z } from 'zod'
import { boundedPage, counted, get, Id, PageQuery } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import { line } from '../line.ts'

/** How far back to read, in days. */
export const historyPeriods = ['1', '7', '30', '90', '365', 'all'] as const
/** The default. */
export const USUAL_PERIOD = '30'

/** What kind of user did it; the system does some things by itself. */
export const operatorKinds = ['staff', 'customer', 'agent', 'system'] as const

export const OperationFilter = z.object({
  /** Part of the operator's name, the description or the address. */
  search: z.string().trim().max(100).optional(),
  period: z.enum(historyPeriods).default(USUAL_PERIOD),
  module: line(64).optional(),
  type: line(64).optional(),
  operatorKind: z.enum(operatorKinds).optional(),
  operatorId: Id.optional(),
  /** The customer, or another node, whose rows were changed. */
  officeId: Id.optional(),
  /** An import: the rows it wrote, which the list groups under the single line of their file. */
  partOf: Id.optional(),
})

export const HistoryEntry = z.object({
  id: Id,
  at: z.iso.datetime(),
  module: z.string(),
  /** The module in words. */
  moduleName: z.string(),
  type: z.string(),
  typeName: z.string(),
  description: z.string(),
  operatorName: z.string(),
  operatorKind: z.enum(operatorKinds),
  /** Office and roles at the time. */
  operatorOffice: z.string().nullable(),
  operatorRoles: z.string().nullable(),
  /** The owner of the row, if the viewer sees that office. */
  officeName: z.string().nullable(),
  ip: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const Fields = z.record(z.string(), z.unknown())

export const HistoryDetail = HistoryEntry.extend({
  /** Changed fields with their old values; null if there were none. */
  before: Fields.nullable(),
  after: Fields.nullable(),
  /** The values are farm data of a customer that does not share it. */
  notShared: z.boolean(),
  /** Names of its fields and their choices, if the module describes them. */
  words: z.record(z.string(), z.object({ label: z.string(), values: z.record(z.string(), z.string()) })),
  /** For the line of an imported file: the `partOf` that lists its rows. */
  parts: Id.nullable(),
  /** What else happened to the same record, newest first. */
  sameRecord: z.array(
    HistoryEntry.pick({ id: true, at: true, typeName: true, description: true, operatorName: true }),
  ),
})
export type HistoryDetail = z.infer<typeof HistoryDetail>

const Words = z.array(z.object({ id: z.string(), name: z.string() }))
const path = '/admin/auth/opera-history'

/** What was changed, by whom, with before and after. Read only: no endpoint changes it. */
export const operaHistory = {
  ...excelExport(path, 'opera_history', {
    filter: OperationFilter,
    noun: { 'en-US': 'the operation history', 'zh-CN': '操作日志' },
  }),
  list: get(path, 'opera_history:query', {
    query: PageQuery.extend(OperationFilter.shape),
    returns: boundedPage(HistoryEntry),
    summary: 'Newest first.',
  }),
  counts: counted(path, 'opera_history:query', OperationFilter, ['operatorKind']),
  /** The existing modules and types, in words. */
  words: get(`${path}/words`, 'opera_history:query', { returns: z.object({ modules: Words, types: Words }) }),
  operators: get(`${path}/operators`, 'opera_history:query', {
    query: z.object({ search: z.string().trim().max(100).optional() }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
  get: get(`${path}/:id`, 'opera_history:get', { returns: HistoryDetail }),
}
