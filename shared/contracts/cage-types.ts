import { z } from 'zod'
import { cageLayouts, cageTypeStatuses } from '../cage-types.ts'
import { counted, crud, get, Id, post, Version } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { line } from '../line.ts'
import { houseTypes } from '../signals.ts'

/** One of the two names may stay empty: the other is shown then. */
const Name = line(100)

export const CageTypeForm = z.object({
  chineseName: Name,
  englishName: Name,
  layout: z.enum(cageLayouts),
  /** Cages above each other; 1 on the floor. */
  tiers: z.number().int().min(1).max(12),
  /** Rows of cages, or feed lines over a floor, across the house. */
  rows: z.number().int().min(1).max(12),
  /** Null where there are no cages. */
  birdsPerCage: z.number().int().min(1).max(1_000).nullish(),
  /** Houses it is offered for. */
  houseTypes: z.array(z.enum(houseTypes)).min(1).max(houseTypes.length),
  version: Version.optional(),
})

export const CageType = z.object({
  id: Id,
  chineseName: z.string(),
  englishName: z.string(),
  layout: z.enum(cageLayouts),
  tiers: z.number().int(),
  rows: z.number().int(),
  birdsPerCage: z.number().int().nullable(),
  houseTypes: z.array(z.enum(houseTypes)),
  status: z.enum(cageTypeStatuses),
  /** Houses that have it. */
  houses: z.number().int(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type CageType = z.infer<typeof CageType>

export const CageTypeFilter = z.object({
  search: z.string().trim().max(100).optional(),
  status: z.enum(cageTypeStatuses).optional(),
  layout: z.enum(cageLayouts).optional(),
})

const path = '/admin/auth/cage-types'
const noun = { 'en-US': 'cage system types', 'zh-CN': '笼架类型' }

/** Published data of the provider: staff write it, customers choose from what is released. */
export const cageTypes = {
  ...excelExport(path, 'chickHouse_type_manage', { filter: CageTypeFilter, noun }),
  ...excelImport(path, 'chickHouse_type_manage', noun),
  ...crud(path, 'chickHouse_type_manage', {
    item: CageType,
    form: CageTypeForm,
    filter: CageTypeFilter,
    noun: { 'en-US': 'cage system type {englishName}', 'zh-CN': '笼架类型 {chineseName}' },
  }),
  counts: counted(path, 'chickHouse_type_manage:query', CageTypeFilter, ['status']),
  release: post(`${path}/:id/release`, 'chickHouse_type_manage:enable', {
    returns: CageType,
    says: { 'en-US': 'Released cage system type {englishName}', 'zh-CN': '发布笼架类型 {chineseName}' },
  }),
  /** No house gets it any more; those that have it keep it. */
  withdraw: post(`${path}/:id/withdraw`, 'chickHouse_type_manage:disable', {
    returns: CageType,
    says: { 'en-US': 'Withdrew cage system type {englishName}', 'zh-CN': '撤回笼架类型 {chineseName}' },
  }),
  /** Released types, by name in the reader's language. */
  options: get(`${path}/options`, 'signedIn', {
    inPerson: false,
    query: z.object({
      search: z.string().trim().max(100).optional(),
      houseType: z.enum(houseTypes).optional(),
    }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
}
