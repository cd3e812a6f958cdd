import { z } from 'zod'
import { counted, crud, get, Id, PageQuery, page, post, Version, withoutProof } from '../endpoint.ts'
import { line } from '../line.ts'
import { actions, type PermissionId, permissionIds } from '../permissions.ts'

/** One of the two names may stay empty: the other is shown then. */
const Name = line(60)
/** 1 provider staff, 2 customer user, 3 agent user. */
const RoleKind = z.union([z.literal(1), z.literal(2), z.literal(3)])
const Permissions = z
  .array(
    z.object({
      permissionId: z.enum(permissionIds as [PermissionId, ...PermissionId[]]),
      actionList: z.array(z.enum(actions)).max(actions.length),
    }),
  )
  .max(permissionIds.length)

export const RoleForm = z.object({
  chineseName: Name,
  englishName: Name,
  /** Of its holders; it never changes. */
  kind: RoleKind,
  /** Unchanged if left out; a new role starts with none. */
  permissions: Permissions.optional(),
  /** For staff: customers of their own department only. Unchanged if left out; a new role shows all customers. */
  departmentOnly: z.boolean().optional(),
  version: Version.optional(),
})

export const RoleRow = z.object({
  id: Id,
  chineseName: z.string(),
  englishName: z.string(),
  kind: RoleKind,
  /** For staff: somebody with no other kind of role sees only the customers their own department looks after. */
  departmentOnly: z.boolean(),
  /** The provider's: every office below may assign and clone it, only the provider changes it. */
  builtIn: z.boolean(),
  /** The owner of the role; null if the viewer does not see that office. */
  officeName: z.string().nullable(),
  /** Permissions it holds, and people in the viewer's scope who have it. */
  granted: z.number().int(),
  people: z.number().int(),
  /** Why the viewer may not change it: it is not theirs, or holds more than they do. */
  locked: z.enum(['provider', 'beyond']).nullable(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type RoleRow = z.infer<typeof RoleRow>

export const Role = RoleRow.extend({ permissions: Permissions })
export type Role = z.infer<typeof Role>

export const roleKinds = ['1', '2', '3'] as const
export const RoleFilter = z.object({
  search: z.string().trim().max(100).optional(),
  kind: z.enum(roleKinds).optional(),
  origin: z.enum(['builtIn', 'own']).optional(),
})

/** Somebody who has a role. */
export const RoleHolder = z.object({
  id: Id,
  actualName: z.string(),
  officeName: z.string(),
  disabled: z.boolean(),
  /** What their other roles give them. */
  otherwise: Permissions,
})
export type RoleHolder = z.infer<typeof RoleHolder>

/** A role that holds a permission. */
export const PermissionHolder = z.object({
  id: Id,
  chineseName: z.string(),
  englishName: z.string(),
  actions: z.number().int(),
  people: z.number().int(),
})

const path = '/admin/auth/roles'

/**
 * Sets of permissions with their actions, given to people. An unassigned role grants nothing; changing an assigned one asks
 * for proof itself if it adds far-reaching rights.
 */
export const roles = withoutProof({
  ...crud(path, 'role_manage', {
    item: Role,
    form: RoleForm,
    filter: RoleFilter,
    noun: { 'en-US': 'role {englishName}', 'zh-CN': '角色 {chineseName}' },
  }),
  /** Without their permissions, which would make a page long. */
  list: get(path, 'role_manage:query', {
    query: PageQuery.extend(RoleFilter.shape),
    returns: page(RoleRow),
  }),
  counts: counted(path, 'role_manage:query', RoleFilter, ['kind']),
  /** A role of one's own with the same permissions. */
  clone: post(`${path}/:id/clone`, 'role_manage:add', {
    body: RoleForm.pick({ chineseName: true, englishName: true, departmentOnly: true }),
    returns: Role,
    says: { 'en-US': 'Cloned a role as {englishName}', 'zh-CN': '复制角色为 {chineseName}' },
  }),
  /** Who has it, within the viewer's scope. */
  people: get(`${path}/:id/people`, 'role_manage:get', { query: PageQuery, returns: page(RoleHolder) }),
  /** Which roles hold a permission, and how many people have it through any of them. */
  holders: get(`${path}/holders`, 'role_manage:get', {
    query: z.object({ permissionId: z.enum(permissionIds as [PermissionId, ...PermissionId[]]) }),
    returns: z.object({ people: z.number().int(), roles: z.array(PermissionHolder) }),
  }),
  /** Picker: what the viewer may assign to a user of this office, by default their own. */
  options: get(`${path}/options`, 'signedIn', {
    query: z.object({
      search: z.string().trim().max(100).optional(),
      kind: z.enum(roleKinds).optional(),
      officeId: Id.optional(),
    }),
    returns: z.array(z.object({ id: Id, name: z.string(), kind: RoleKind })),
  }),
})
