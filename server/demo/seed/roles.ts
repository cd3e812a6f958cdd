import {
  type Action,
  AGENT,
  CUSTOMER,
  type Kind,
  type PermissionId,
  permissionIds,
  permissions,
  type RolePermission,
  STAFF,
} from '#shared/permissions.ts'
import type { Text } from '#shared/text.ts'

/** What a role holds of a permission: everything it offers, or these actions. */
type Held = Partial<Record<PermissionId, 'all' | readonly Action[]>>

export interface BuiltInRole {
  key: string
  name: Text
  kind: Kind
  permissions: RolePermission[]
}

const view = ['query', 'get'] as const
const look = ['query'] as const
const record = ['query', 'get', 'add'] as const

/** What every user of a customer or agent can read: guides, questions, weather. */
const reader: Held = {
  weather: 'all',
  device_install_client_list: 'all',
  device_maintain_client_list: 'all',
  device_common_problem_client_list: 'all',
  device_user_problem_client_list: 'all',
  farming_foundation_client_list: 'all',
  breeding_instruction_client_infor: 'all',
  instruction_user_client_list: 'all',
  instructions_use_client_list: 'all',
}

const everyday: Held = {
  ...reader,
  client_workplace: 'all',
  chicken_home_manage: 'all',
  device_setting: 'all',
  device_chart: 'all',
  chicken_group: 'all',
  chicken_group_comparison: 'all',
  chicken_batch: 'all',
  house_alarm: 'all',
  house_alarm_rule: 'all',
  device_overhaul_item_client: 'all',
  my_center: record,
  mall_goods_client_list: 'all',
  device_repair_client_list: 'all',
}

const manager: Held = { ...everyday, my_center: 'all' }

/** On trial there is nobody else to decide who sees the farm. */
const trial: Held = { ...everyday, farm_access: 'all' }

const owner: Held = {
  ...manager,
  retech_datav: 'all',
  device_manage: view,
  camera_manage: 'all',
  agent_client: 'all',
  opera_history: 'all',
  department_manage: 'all',
  farm_access: 'all',
  user_manage: 'all',
  role_manage: 'all',
}

/** Reads everything, records what happens in the house. Viewing includes the details of a house. */
const worker: Held = {
  ...reader,
  client_workplace: 'all',
  chicken_home_manage: view,
  chicken_batch: record,
  house_alarm: 'all',
  device_overhaul_item_client: 'all',
  device_repair_client_list: ['query', 'get', 'add'],
}

const agent: Held = {
  ...reader,
  workplace: 'all',
  chicken_home_manage: view,
  device_chart: 'all',
  chicken_group_comparison: 'all',
  chicken_batch: look,
  house_alarm: look,
  device_overhaul: look,
  device_manage: look,
  custom_manage: 'all',
  try_custom_manage: ['query', 'add'],
  agent_client: 'all',
  my_center: 'all',
  mall_goods_client_list: 'all',
  device_repair_client_list: 'all',
  department_manage: 'all',
  user_manage: 'all',
}

const engineer: Held = {
  workplace: 'all',
  chicken_home_manage: 'all',
  device_setting: 'all',
  device_chart: 'all',
  chicken_group_comparison: 'all',
  chicken_batch: look,
  house_alarm: 'all',
  house_alarm_rule: look,
  weather: 'all',
  device_overhaul: 'all',
  device_manage: 'all',
  camera_manage: 'all',
  chickHouse_type_manage: 'all',
  iot_product_manage: look,
  custom_manage: look,
  device_install_admin_list: 'all',
  device_maintain_admin_list: 'all',
  device_common_problem_admin_list: 'all',
  device_repair_admin_list: 'all',
  device_user_problem_admin_list: 'all',
}

const sales: Held = {
  workplace: 'all',
  dashboard_analysis: 'all',
  retech_datav: 'all',
  weather: 'all',
  custom_manage: 'all',
  try_custom_manage: 'all',
  custom_login_history: 'all',
  order_center: 'all',
  admin_inquiry: 'all',
  mall_goods_list: 'all',
  mall_goods_classification_list: 'all',
}

const editor: Held = {
  workplace: 'all',
  weather: 'all',
  device_install_admin_list: 'all',
  device_install_admin_list_category: 'all',
  device_maintain_admin_list: 'all',
  device_maintain_admin_list_category: 'all',
  device_common_problem_admin_list: 'all',
  device_common_problem_admin_list_category: 'all',
  device_user_problem_admin_list: 'all',
  farming_foundation_admin_list: 'all',
  farming_foundation_admin_list_category: 'all',
  breeding_instruction_infor: 'all',
  instruction_user_admin_list: 'all',
  instruction_user_classification_list: 'all',
}

const everything: Held = Object.fromEntries(
  permissionIds.filter(id => mayHold(id, STAFF)).map(id => [id, 'all' as const]),
)

function mayHold(id: PermissionId, kind: Kind): boolean {
  const audience: readonly Kind[] = permissions[id].audience
  return audience.includes(kind)
}

function builtIn(key: string, kind: Kind, chinese: string, english: string, held: Held): BuiltInRole {
  const permissionsHeld = permissionIds.flatMap(permissionId => {
    const actions = held[permissionId]
    if (!actions) return []
    return [
      { permissionId, actionList: [...(actions === 'all' ? permissions[permissionId].actions : actions)] },
    ]
  })
  return { key, kind, name: { 'zh-CN': chinese, 'en-US': english }, permissions: permissionsHeld }
}

/** The nine roles that every installation starts with. */
export const builtInRoles: readonly BuiltInRole[] = [
  builtIn('administrator', STAFF, '管理员', 'Administrator', everything),
  builtIn('engineer', STAFF, '售后工程师', 'After-sales engineer', engineer),
  builtIn('sales', STAFF, '销售', 'Sales', sales),
  builtIn('editor', STAFF, '内容编辑', 'Content editor', editor),
  builtIn('owner', CUSTOMER, '场主', 'Farm owner', owner),
  builtIn('manager', CUSTOMER, '场长', 'Farm manager', manager),
  builtIn('worker', CUSTOMER, '饲养员', 'Farm worker', worker),
  builtIn('trial', CUSTOMER, '试用客户', 'Trial customer', trial),
  builtIn('agent', AGENT, '代理商', 'Agent', agent),
]
