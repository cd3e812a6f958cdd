export const actions = [
  'query',
  'get',
  'add',
  'edit',
  'delete',
  'enable',
  'disable',
  'import',
  'export',
] as const
export type Action = (typeof actions)[number]

/** 1 provider staff, 2 customer user, 3 agent user; specification section 6. */
export const STAFF = 1
export const CUSTOMER = 2
export const AGENT = 3
export type Kind = typeof STAFF | typeof CUSTOMER | typeof AGENT

interface Permission {
  /** Kinds of user whose roles may hold it. */
  audience: readonly Kind[]
  actions: readonly Action[]
}

const everybody = [STAFF, CUSTOMER, AGENT] as const
const farm = [CUSTOMER, AGENT] as const
const staff = [STAFF] as const
const list = ['query', 'get', 'add', 'edit', 'delete', 'import', 'export'] as const
const readable = ['query', 'get', 'export'] as const
const article = ['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable', 'export'] as const
const category = ['query', 'get', 'add', 'edit', 'delete'] as const
const reading = ['query', 'get'] as const

/** Every permission a role can hold, with its audience and the actions that make sense for it. */
export const permissions = {
  workplace: { audience: [STAFF, AGENT], actions: ['query'] },
  client_workplace: { audience: [CUSTOMER], actions: ['query'] },
  dashboard_analysis: { audience: staff, actions: ['query', 'export'] },
  dashboard_monitor: { audience: staff, actions: ['query', 'add', 'export'] },
  retech_datav: { audience: everybody, actions: ['query'] },

  chicken_home_manage: { audience: everybody, actions: [...list, 'enable', 'disable'] },
  device_setting: { audience: everybody, actions: ['query', 'get', 'edit', 'export'] },
  device_chart: { audience: everybody, actions: ['query', 'get', 'add', 'edit', 'delete', 'export'] },
  chicken_group: { audience: everybody, actions: list },
  chicken_group_comparison: { audience: everybody, actions: ['query', 'export'] },
  chicken_batch: { audience: everybody, actions: list },
  house_alarm: { audience: everybody, actions: ['query', 'get', 'edit', 'export'] },
  house_alarm_rule: { audience: [STAFF, CUSTOMER], actions: [...list, 'enable', 'disable'] },
  weather: { audience: everybody, actions: ['query'] },

  device_overhaul: { audience: [STAFF, AGENT], actions: [...list, 'enable', 'disable'] },
  device_overhaul_item_client: { audience: [CUSTOMER], actions: ['query', 'get', 'add'] },
  device_manage: { audience: everybody, actions: [...list, 'enable', 'disable'] },
  camera_manage: { audience: [STAFF, CUSTOMER], actions: [...list, 'enable', 'disable'] },
  chickHouse_type_manage: { audience: staff, actions: [...list, 'enable', 'disable'] },
  iot_product_manage: { audience: staff, actions: [...list, 'enable', 'disable'] },

  custom_manage: { audience: [STAFF, AGENT], actions: [...list, 'enable', 'disable'] },
  try_custom_manage: { audience: [STAFF, AGENT], actions: [...list, 'enable', 'disable'] },
  custom_login_history: { audience: staff, actions: ['query', 'export'] },
  user_trajectory: { audience: staff, actions: ['query', 'export'] },
  user_trajectory_analyze: { audience: staff, actions: ['query', 'export'] },

  agent_client: { audience: farm, actions: ['query', 'get', 'add'] },

  order_center: { audience: staff, actions: [...list, 'enable', 'disable'] },
  /** Names, address and banks on the papers of all orders. */
  seller_manage: { audience: staff, actions: ['query', 'edit'] },
  admin_inquiry: { audience: staff, actions: ['query', 'get', 'edit', 'delete', 'export'] },
  my_center: { audience: farm, actions: ['query', 'get', 'add', 'edit', 'export'] },
  mall_goods_list: { audience: staff, actions: [...list, 'enable', 'disable'] },
  mall_goods_classification_list: { audience: staff, actions: category },
  mall_goods_client_list: { audience: farm, actions: ['query', 'get', 'add'] },

  device_install_client_list: { audience: farm, actions: reading },
  device_install_admin_list: { audience: staff, actions: article },
  device_install_admin_list_category: { audience: staff, actions: category },
  device_maintain_client_list: { audience: farm, actions: reading },
  device_maintain_admin_list: { audience: staff, actions: article },
  device_maintain_admin_list_category: { audience: staff, actions: category },
  device_common_problem_client_list: { audience: farm, actions: reading },
  device_common_problem_admin_list: { audience: staff, actions: article },
  device_common_problem_admin_list_category: { audience: staff, actions: category },
  device_repair_client_list: { audience: farm, actions: ['query', 'get', 'add', 'edit'] },
  device_repair_admin_list: { audience: staff, actions: ['query', 'get', 'edit', 'export'] },
  device_user_problem_admin_list: { audience: staff, actions: ['query', 'get', 'edit', 'delete', 'export'] },
  device_user_problem_client_list: { audience: farm, actions: ['query', 'get', 'add'] },

  farming_foundation_client_list: { audience: farm, actions: reading },
  farming_foundation_admin_list: { audience: staff, actions: article },
  farming_foundation_admin_list_category: { audience: staff, actions: category },
  breeding_instruction_client_infor: { audience: farm, actions: reading },
  breeding_instruction_infor: { audience: staff, actions: article },
  instruction_user_client_list: { audience: farm, actions: reading },
  instructions_use_client_list: { audience: farm, actions: reading },
  instruction_user_admin_list: { audience: staff, actions: article },
  instruction_user_classification_list: { audience: staff, actions: category },

  opera_history: { audience: everybody, actions: readable },
  department_manage: { audience: everybody, actions: category },
  /** What a customer's owner lets the offices above see and control; part of the personal center. */
  farm_access: { audience: [CUSTOMER], actions: ['query', 'enable', 'disable', 'export'] },
  user_manage: { audience: everybody, actions: [...list, 'enable', 'disable'] },
  role_manage: { audience: [STAFF, CUSTOMER], actions: category },
} as const satisfies Record<string, Permission>

export type PermissionId = keyof typeof permissions
/** A permission with one of its actions, as in `device_manage:edit`. */
export type Grant = {
  [P in PermissionId]: `${P}:${(typeof permissions)[P]['actions'][number]}`
}[PermissionId]

/** What a role stores, and what the user info contains; specification section 6. */
export interface RolePermission {
  permissionId: PermissionId
  actionList: Action[]
}

type Everyday = 'query' | 'get' | 'add' | 'edit' | 'delete'
/** The permissions that offer the five everyday actions, which is what `crud()` needs. */
export type CrudPermission = {
  [P in PermissionId]: Everyday extends (typeof permissions)[P]['actions'][number] ? P : never
}[PermissionId]

export const permissionIds = Object.keys(permissions) as PermissionId[]

/** Holding any action of a permission includes `query`. Unknown permissions and actions are dropped. */
export function grantsOf(held: readonly RolePermission[]): Set<Grant> {
  const grants = new Set<Grant>()
  for (const { permissionId, actionList } of held) {
    const offered: readonly Action[] = permissions[permissionId]?.actions ?? []
    const allowed = actionList.filter(action => offered.includes(action))
    if (allowed.length === 0) continue
    for (const action of ['query', ...allowed]) grants.add(`${permissionId}:${action}` as Grant)
  }
  return grants
}

export const areSame = (grants: ReadonlySet<Grant>, others: ReadonlySet<Grant>): boolean =>
  grants.size === others.size && [...grants].every(grant => others.has(grant))

/** The union of several roles, as in the user info: one entry per permission, actions in the catalogue's order. */
export function unionOf(held: readonly RolePermission[]): RolePermission[] {
  const grants = grantsOf(held)
  return permissionIds
    .map(permissionId => ({
      permissionId,
      actionList: actions.filter(action => grants.has(`${permissionId}:${action}` as Grant)),
    }))
    .filter(({ actionList }) => actionList.length > 0)
}

/** Whether a grant concerns who may do what: accounts, roles, their offices, customers with their owners. */
export const isOfPeople = (grant: string): boolean =>
  /^(user|role|department|custom|try_custom)_manage:/.test(grant)

/** Whether a grant decides who may do what, who sees a farm, or how it is run. */
export const decidesRights = (grant: string): boolean =>
  /^(user_manage|role_manage|farm_access|device_setting):(add|edit|delete|enable|disable)$/.test(grant)

/** Rights so far-reaching that staff who hold one sign in with a second factor. */
export const needsSecondFactor = (grants: ReadonlySet<Grant>): boolean =>
  [...grants].some(grant => /^(device_setting|user_manage|role_manage):/.test(grant))

/** What an API token may do now: what it was granted and its owner still holds, but never change people. */
export function grantsOfToken(owner: ReadonlySet<Grant>, given: readonly RolePermission[]): Set<Grant> {
  const mayBeGiven = (grant: Grant) => !isOfPeople(grant) || /:(query|get)$/.test(grant)
  return new Set([...grantsOf(given)].filter(grant => owner.has(grant) && mayBeGiven(grant)))
}

/** The rights of a role, or of all of a person's roles together. */
export interface Rights {
  kind: Kind
  permissions: readonly RolePermission[]
  /** For staff: only the customers that their own department looks after. */
  departmentOnly: boolean
}

/** Whether a grant decides what the offices above a farm see of it: nobody above the farm grants it, or touches its holders. */
export const decidesForFarm = (grant: Grant): boolean => grant.startsWith('farm_access:')

/**
 * Which of these permissions somebody may not grant to another because they do not hold them. The provider's staff may
 * grant what none of them can hold (a farmer's own screens), as they decide who is a farmer; but never what
 * decides for the farm, of which a role can at most keep what it has (`kept`).
 */
export function beyond(
  giver: { kind: Kind; grants: ReadonlySet<Grant> },
  given: readonly RolePermission[],
  kept: readonly RolePermission[] = [],
): Grant[] {
  const keeps = grantsOf(kept)
  const isTheirs = (grant: Grant) => {
    const audience: readonly Kind[] = permissions[grant.split(':')[0] as PermissionId].audience
    if (giver.kind !== STAFF || audience.includes(STAFF)) return false
    return !decidesForFarm(grant) || keeps.has(grant)
  }
  return [...grantsOf(given)].filter(grant => !giver.grants.has(grant) && !isTheirs(grant))
}

/** A person's rights from all their roles; they add up, so one role that shows all customers is enough. */
export const rightsOf = (kind: Kind, roles: readonly Omit<Rights, 'kind'>[]): Rights => ({
  kind,
  permissions: roles.flatMap(({ permissions }) => permissions),
  departmentOnly: kind === STAFF && !roles.some(({ departmentOnly }) => !departmentOnly),
})

/**
 * Whether somebody may not grant these rights, nor change those who have them: they include permissions `beyond` theirs, or
 * show all customers while they see only those of their department.
 */
export const isBeyond = (
  giver: { kind: Kind; grants: ReadonlySet<Grant>; departmentOnly: boolean },
  given: Rights,
  kept: readonly RolePermission[] = [],
): boolean =>
  (giver.departmentOnly && given.kind === STAFF && !given.departmentOnly) ||
  beyond(giver, given.permissions, kept).length > 0
