import { z } from 'zod'
import { crud, get, Id, put, Version } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { GROUP_HOUSES } from '../limits.ts'
import { line } from '../line.ts'
import { houseTypes } from '../signals.ts'

export const HouseGroupForm = z.object({
  name: line(100).min(1),
  /** The customer, or part of it, that owns the group. */
  officeId: Id,
  remarks: z.string().trim().max(500).nullish(),
  version: Version.optional(),
})

export const HouseGroup = z.object({
  id: Id,
  name: z.string(),
  officeId: Id,
  officeName: z.string(),
  remarks: z.string().nullable(),
  houses: z.number().int(),
  /** Houses by urgency, for customers that let the viewer see their farm (RA); a silent one in a grave alarm is in alarm. */
  states: z.object({ normal: z.number().int(), alarm: z.number().int(), offline: z.number().int() }),
  /** Houses whose state the viewer may not see. */
  notShared: z.number().int(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type HouseGroup = z.infer<typeof HouseGroup>

export const HouseGroupFilter = z.object({
  search: z.string().trim().max(100).optional(),
  officeId: Id.optional(),
})

/** A house that could be in the group, with its current group. */
export const GroupCandidate = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(houseTypes),
  groupId: Id.nullable(),
  groupName: z.string().nullable(),
})
export type GroupCandidate = z.infer<typeof GroupCandidate>

const path = '/admin/auth/house-groups'
const noun = { 'en-US': 'house groups', 'zh-CN': '鸡舍分组' }

/** Houses of a customer that belong together: a farm site, flocks of one age. A house is in at most one group. */
export const houseGroups = {
  ...excelExport(path, 'chicken_group', { filter: HouseGroupFilter, noun }),
  ...excelImport(path, 'chicken_group', noun),
  ...crud(path, 'chicken_group', {
    item: HouseGroup,
    form: HouseGroupForm,
    filter: HouseGroupFilter,
    noun: { 'en-US': 'house group {name}', 'zh-CN': '鸡舍分组 {name}' },
  }),
  /** Every house of the group's customer that the viewer sees. */
  candidates: get(`${path}/:id/candidates`, 'chicken_group:query', { returns: z.array(GroupCandidate) }),
  /** The group consists of these houses from now on; each leaves its previous group. */
  assign: put(`${path}/:id/houses`, 'chicken_group:edit', {
    body: z.object({ houseIds: z.array(Id).max(GROUP_HOUSES), version: Version.optional() }),
    returns: HouseGroup,
    says: { 'en-US': 'Changed the houses of group {name}', 'zh-CN': '调整分组 {name} 的鸡舍' },
  }),
  options: get(`${path}/options`, 'signedIn', {
    programsWith: ['chicken_group:query', 'chicken_home_manage:query'],
    query: z.object({
      search: z.string().trim().max(100).optional(),
      /** Only those of the customer that this office is or belongs to. */
      customerOf: Id.optional(),
    }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
}
