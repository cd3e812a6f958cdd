import { checkDigitOf } from '#shared/people.ts'
import { AGENT, CUSTOMER, type Kind, type RolePermission, STAFF } from '#shared/permissions.ts'
import type { Language, Text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import * as schema from '../../platform/database/schema.ts'
import { seal } from '../../platform/secrets/seal.ts'
import type { OwnerDb } from './accounts.ts'

const HOUR_MS = 3_600_000
/** Anyone away for longer is disabled. */
const LONG_H = 100

/** Key of the office; of a built-in or own role; login id, name, job, sex, phone; hours since last active, null for never. */
type Line = readonly [
  office: string,
  role: string,
  username: string,
  actualName: string,
  job: string,
  sex: 'female' | 'male' | null,
  phone: string,
  hoursAgo: number | null,
]

/** Colleagues of the accounts that can sign in: a provider, its agent and its farms are not one person each. */
const people: readonly Line[] = [
  ['provider', 'engineer', 'gao.lei', '高磊', '售后工程师', 'male', '+86 138 0534 2210', 0.5],
  ['provider', 'engineer', 'he.yan', '何燕', '售后工程师', 'female', '+86 139 5310 7742', 3],
  ['provider', 'engineer', 'tom.baker', 'Tom Baker', 'Field engineer', 'male', '+31 6 2441 8820', 26],
  ['provider', 'commissioning', 'ma.chao', '马超', '调试工程师', 'male', '+86 137 9188 2045', 70],
  ['provider', 'sales', 'lin.jing', '林静', '大区销售', 'female', '+86 135 7340 1187', 2],
  ['provider', 'sales', 'xu.peng', '徐鹏', '海外销售', 'male', '+86 136 0531 6629', 20],
  ['provider', 'sales', 'nok.s', 'Nok Suwan', 'Sales, South-East Asia', 'female', '+66 81 555 0142', 9],
  ['provider', 'editor', 'tang.yu', '唐雨', '资料编辑', 'female', '+86 158 5312 9076', 48],
  ['provider', 'editor', 'eva.smit', 'Eva Smit', 'Technical writer', 'female', '+31 6 1187 4402', null],
  ['agent', 'agent', 'guo.hai', '郭海', '服务经理', 'male', '+86 151 3302 8819', 5],
  ['agent', 'agent', 'shen.xia', '沈霞', '客户经理', 'female', '+86 152 0311 4076', 30],
  ['luyuan', 'manager', 'luyuan.feng', '冯国强', '西场场长', 'male', '+86 150 6367 2218', 1],
  ['luyuan', 'worker', 'luyuan.sun', '孙桂兰', '饲养员', 'female', '+86 150 6368 0917', 7],
  ['luyuan', 'night', 'luyuan.qian', '钱军', '夜班', 'male', '+86 159 6630 4471', 11],
  ['luyuan', 'worker', 'luyuan.cui', '崔爱华', '饲养员', 'female', '+86 159 0646 1190', null],
  ['linden', 'manager', 'linden.anna', 'Anna de Vries', 'Farm manager', 'female', '+31 6 5012 7734', 4],
  ['linden', 'worker', 'linden.piet', 'Piet Bakker', 'Stockman', 'male', '+31 6 3390 1278', 15],
  ['linden', 'worker', 'linden.milan', 'Milan Kovač', 'Weekend shift', 'male', '+31 6 4471 9035', 120],
  ['siam', 'manager', 'siam.malee', 'Malee Chaiyo', 'Breeder manager', 'female', '+66 89 555 0117', 6],
  ['siam', 'worker', 'siam.anan', 'Anan Srisuk', 'Egg room', 'male', '+66 86 555 0173', 40],
]

interface OwnRole {
  key: string
  office: string
  name: Text
  permissions: RolePermission[]
}

/** Roles that the provider and a farm created for themselves. */
const ownRoles: readonly OwnRole[] = [
  {
    key: 'commissioning',
    office: 'provider',
    name: { 'zh-CN': '现场调试', 'en-US': 'Commissioning' },
    permissions: [
      { permissionId: 'device_manage', actionList: ['query', 'get', 'add', 'edit', 'enable'] },
      { permissionId: 'chicken_home_manage', actionList: ['query', 'get', 'add', 'edit'] },
      { permissionId: 'custom_manage', actionList: ['query', 'get'] },
      { permissionId: 'house_alarm', actionList: ['query', 'get'] },
    ],
  },
  {
    key: 'night',
    office: 'luyuan',
    name: { 'zh-CN': '夜班值守', 'en-US': 'Night shift' },
    permissions: [
      { permissionId: 'chicken_home_manage', actionList: ['query', 'get'] },
      { permissionId: 'house_alarm', actionList: ['query', 'get', 'edit'] },
      { permissionId: 'weather', actionList: ['query'] },
    ],
  },
]

const KINDS: Readonly<Record<string, Kind>> = { provider: STAFF, agent: AGENT }
const isChinese = (name: string) => /\p{Script=Han}/u.test(name)

interface Demo {
  appSecret: string
  /** Ids by key. */
  roles: ReadonlyMap<string, string>
  offices: ReadonlyMap<string, { id: string; path: string }>
}

/** Adds them without a password: they fill the lists, and nobody signs in as them. */
export async function addDemoPeople(db: OwnerDb, { appSecret, roles, offices }: Demo): Promise<void> {
  const known = new Map([...roles, ...(await addOwnRoles(db, offices))])
  for (const line of people) {
    const [key, roleKey, username, actualName, job, sex, phone, hoursAgo] = line
    const [office, roleId] = [offices.get(key), known.get(roleKey)]
    if (!office || !roleId) throw new Error(`The demonstration has no office or role for ${username}`)
    const id = newId()
    const language: Language = isChinese(actualName) ? 'zh-CN' : 'en-US'
    const email = `${username}@example.com`
    await db.insert(schema.account).values({
      id,
      officeId: office.id,
      officePath: office.path,
      kind: KINDS[key] ?? CUSTOMER,
      username,
      usernameKey: username,
      email,
      emailKey: email,
      passwordHash: '-',
      actualName,
      job,
      sex,
      phone,
      language,
      idCard: isChinese(actualName)
        ? seal({ appSecret, kind: 'id card number', rowId: id }, numberOf(people.indexOf(line)))
        : null,
      lastActiveAt: hoursAgo === null ? null : new Date(Date.now() - hoursAgo * HOUR_MS),
      disabledAt: hoursAgo !== null && hoursAgo > LONG_H ? new Date() : null,
    })
    await db.insert(schema.accountRole).values({ accountId: id, roleId, officePath: office.path })
  }
}

/** Their ids by key. */
async function addOwnRoles(db: OwnerDb, offices: Demo['offices']): Promise<[string, string][]> {
  const rows = ownRoles.map(({ key, office, name, permissions }) => ({
    id: newId(),
    key,
    officePath: offices.get(office)?.path ?? '',
    permissions,
    chineseName: name['zh-CN'],
    englishName: name['en-US'],
    kind: KINDS[office] ?? CUSTOMER,
  }))
  await db.insert(schema.role).values(rows.map(({ key: _, ...row }) => row))
  return rows.map(({ key, id }) => [key, id])
}

/** An id number that belongs to nobody: no place has the code 000000. */
function numberOf(index: number): string {
  const digits = `000000${1975 + index}0612${100 + index}`
  return digits + checkDigitOf(digits)
}
