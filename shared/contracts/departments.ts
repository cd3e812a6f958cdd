import { z } from 'zod'
import { del, get, Id, post, put, Version } from '../endpoint.ts'
import { line } from '../line.ts'
import { Picture } from '../pictures.ts'

/** One of the two names may stay empty: the other is shown then. */
const Name = line(100)
const TimeZone = line(64).min(1)

export const officeKinds = ['provider', 'agent', 'customer', 'department'] as const

/** A node of the organisation: the provider, an agent, a customer, or a department or farm team in one of them. */
export const OfficeNode = z.object({
  id: Id,
  /** Null at the top of what the viewer sees. */
  parentId: Id.nullable(),
  kind: z.enum(officeKinds),
  chineseName: z.string(),
  englishName: z.string(),
  headId: Id.nullable(),
  headName: z.string().nullable(),
  timeZone: z.string(),
  /** 0 or 1: what the placement day of a flock counts as. */
  placementDay: z.number().int(),
  /** Address of the node's own logo. Only organisations have one; departments show that of their organisation. */
  logo: z.string().nullable(),
  /** People in the node itself, and in everything below it. */
  people: z.number().int(),
  peopleBelow: z.number().int(),
  houses: z.number().int(),
  /** Departments and farm teams below it, at any depth. */
  departments: z.number().int(),
  /** Whether it has anything directly below it. */
  isParent: z.boolean(),
  version: z.number().int(),
})
export type OfficeNode = z.infer<typeof OfficeNode>

/** A possible new place for a department. */
const Place = OfficeNode.pick({ id: true, parentId: true, chineseName: true, englishName: true })
export type Place = z.infer<typeof Place>

/** Nodes of one level read at a time. */
export const BRANCH_SIZE = 200

export const NodePerson = z.object({
  id: Id,
  actualName: z.string(),
  username: z.string(),
  job: z.string().nullable(),
  isDisabled: z.boolean(),
})

export const DepartmentForm = z.object({
  chineseName: Name,
  englishName: Name,
  timeZone: TimeZone,
  version: Version.optional(),
})

/** Stands for no logo where one is named. */
export const NO_LOGO = 'none'
/** The logo shown on the page, by its address; without it nothing is compared. */
const KnownLogo = line(100).optional()

const path = '/admin/auth/departments'
const search = z.string().trim().max(100).optional()

/** The organisation below the viewer's node, and its departments. Customers and agents have screens of their own. */
export const departments = {
  /**
   * In tree order, parents first: the top of what the viewer sees; with a search the matches, with a node that one, and the
   * path to them. `isCut`: there are more matches than returned.
   */
  list: get(path, 'department_manage:query', {
    query: z.object({ search, node: Id.optional() }),
    returns: z.object({ nodes: z.array(OfficeNode), isCut: z.boolean() }),
  }),
  /** The next {@link BRANCH_SIZE} nodes directly below one, departments first, after skipping some. */
  below: get(`${path}/:id/below`, 'department_manage:query', {
    query: z.object({ after: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
    returns: z.array(OfficeNode),
  }),
  /** Nodes of the same organisation outside this one's branch, parents first. */
  places: get(`${path}/:id/places`, 'department_manage:query', { returns: z.array(Place) }),
  get: get(`${path}/:id`, 'department_manage:get', { returns: OfficeNode }),
  /** People of the node, or also of everything below it. */
  people: get(`${path}/:id/people`, 'department_manage:get', {
    query: z.object({ search, below: z.enum(['true']).optional() }),
    returns: z.array(NodePerson),
  }),
  create: post(path, 'department_manage:add', {
    body: DepartmentForm.omit({ version: true }).extend({ parentId: Id }),
    returns: OfficeNode,
    says: { 'en-US': 'Created department {englishName}', 'zh-CN': '新增部门 {chineseName}' },
  }),
  /** For a department, and for the viewer's own organisation, which alone has a placement day. */
  update: put(`${path}/:id`, 'department_manage:edit', {
    body: DepartmentForm.extend({
      /** A person in the node or below it. */
      headId: Id.nullish(),
      placementDay: z.number().int().min(0).max(1).optional(),
    }),
    returns: OfficeNode,
    says: { 'en-US': 'Changed department {englishName}', 'zh-CN': '修改部门 {chineseName}' },
  }),
  /**
   * Only for the viewer's own organisation, by a viewer who sees all of it. Everybody in and below it sees the
   * nearest logo upward. Fails with `file` if the picture is not what the page makes, and with 409 if `was` is
   * no longer the logo.
   */
  setLogo: put(`${path}/logo`, 'department_manage:edit', {
    changes: path,
    query: z.object({ was: KnownLogo }),
    body: Picture,
    takes: 'image/jpeg',
    returns: OfficeNode,
    says: { 'en-US': 'Set the logo of {englishName}', 'zh-CN': '设置{chineseName}的标志' },
  }),
  removeLogo: del(`${path}/logo`, 'department_manage:edit', {
    changes: path,
    query: z.object({ was: KnownLogo }),
    returns: OfficeNode,
    says: { 'en-US': 'Removed the logo of {englishName}', 'zh-CN': '移除{chineseName}的标志' },
  }),
  /** Moves a department with everything below it to another node of its organisation, or to another place under its own. */
  move: post(`${path}/:id/move`, 'department_manage:edit', {
    body: z.object({
      parentId: Id,
      /** How many of its new siblings come before it; last if left out. */
      position: z.number().int().min(0).max(10_000).optional(),
      version: Version.optional(),
    }),
    returns: OfficeNode,
    says: { 'en-US': 'Moved department {englishName}', 'zh-CN': '移动部门 {chineseName}' },
  }),
  /** Its people, roles, departments, houses, groups and devices move to its parent, or to the named node. */
  remove: post(`${path}/:id/remove`, 'department_manage:delete', {
    body: z.object({ targetId: Id.optional(), version: Version.optional() }),
    returns: z.null(),
    says: { 'en-US': 'Deleted department {englishName}', 'zh-CN': '删除部门 {chineseName}' },
  }),
}
