import type { Client } from 'pg'
import type { Approval, Stage } from '#shared/customers.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { demoAgent, demoCustomers, demoSecondAgent, demoTrial } from './demo-farms.ts'
import { addOffice, demoOfficeId, type OfficeNode, seededOffice } from './offices.ts'

interface Record {
  contact: string
  phone: string
  country: string
  city: string
  address?: string
  longitude: number
  latitude: number
  manager: 'north' | 'overseas'
  /** Days from the first start. */
  contract?: number
  trial?: number
  maintenance?: [days: number, content: string]
  remarks?: string
}
interface OtherCustomer extends Record {
  key: string
  name: Text
  timeZone: string
  stage: Stage
  approval: Approval
  /** Key of the agent that serves it; without, the provider itself. */
  agent?: 'agent' | 'mekong'
  refusedBecause?: string
  /** Days since anybody was there; missing if nobody ever was. */
  active?: number
  isDisabled?: boolean
  applied?: [HouseType, number]
}

/** Data of the customers with houses; places are towns known for poultry, people are invented. */
const known: { [key: string]: Record } = {
  luyuan: {
    contact: '王建国',
    phone: '+86 138 0536 2210',
    country: 'CN',
    city: '潍坊',
    address: '寿光市田柳镇',
    longitude: 119.1,
    latitude: 36.71,
    manager: 'north',
    contract: 412,
    maintenance: [4, '年检，风机皮带'],
    remarks: '请在八点前联系',
  },
  linden: {
    contact: 'Joost van den Berg',
    phone: '+31 342 555 0142',
    country: 'NL',
    city: 'Barneveld',
    address: 'Lindenweg 12',
    longitude: 5.58,
    latitude: 52.14,
    manager: 'overseas',
    contract: 73,
    maintenance: [33, 'Yearly check, heaters'],
  },
  siam: {
    contact: 'Somchai Prasert',
    phone: '+66 36 555 0110',
    country: 'TH',
    city: 'Lop Buri',
    longitude: 100.61,
    latitude: 14.8,
    manager: 'overseas',
    contract: 290,
  },
  qihe: {
    contact: '孙丽',
    phone: '+86 139 0392 1177',
    country: 'CN',
    city: '鹤壁',
    longitude: 114.29,
    latitude: 35.75,
    manager: 'north',
  },
}

const formal = (
  key: string,
  chinese: string,
  english: string,
  timeZone: string,
  more: Record & Partial<OtherCustomer>,
): OtherCustomer => ({
  key,
  name: { 'zh-CN': chinese, 'en-US': english },
  timeZone,
  stage: 'formal',
  approval: 'passed',
  ...more,
})
const trial = (...given: Parameters<typeof formal>): OtherCustomer => {
  const [key, chinese, english, timeZone, more] = given
  return formal(key, chinese, english, timeZone, { stage: 'trial', ...more })
}

/** Customers without houses, so that lists, maps and numbers look like a running business. */
const others: readonly OtherCustomer[] = [
  formal('delta-eggs', '三角洲蛋业', 'Delta Eggs', 'Africa/Cairo', {
    contact: 'Hassan Farouk',
    phone: '+20 2 5555 0118',
    country: 'EG',
    city: 'Cairo',
    contract: -18,
    longitude: 31.24,
    latitude: 30.04,
    manager: 'overseas',
    active: 3,
    maintenance: [-2, 'Inlet motors'],
  }),
  formal('qilu-layers', '齐鲁蛋鸡', 'Qilu Layer Farm', 'Asia/Shanghai', {
    contact: '王磊',
    phone: '+86 138 0534 2215',
    country: 'CN',
    city: '德州',
    contract: 10,
    agent: 'agent',
    longitude: 116.3,
    latitude: 37.44,
    manager: 'north',
    active: 1,
    maintenance: [12, '传感器校准'],
  }),
  formal('golden-yolk', '金蛋黄农场', 'Golden Yolk Farms', 'Africa/Lagos', {
    contact: 'Ada Okafor',
    phone: '+234 1 555 0161',
    country: 'NG',
    city: 'Lagos',
    contract: 41,
    longitude: 3.38,
    latitude: 6.52,
    manager: 'overseas',
    active: 9,
  }),
  formal('nusantara', '努山塔拉禽业', 'Nusantara Poultry', 'Asia/Jakarta', {
    contact: 'Budi Santoso',
    phone: '+62 21 555 0187',
    country: 'ID',
    city: 'Jakarta',
    contract: 56,
    longitude: 106.85,
    latitude: -6.2,
    agent: 'mekong',
    manager: 'overseas',
    active: 2,
    maintenance: [60, 'Pads'],
  }),
  formal('beichen', '北辰牧业', 'Beichen Livestock', 'Asia/Shanghai', {
    contact: '陈洁',
    phone: '+86 137 0451 3390',
    country: 'CN',
    city: '哈尔滨',
    contract: 72,
    agent: 'agent',
    longitude: 126.53,
    latitude: 45.8,
    manager: 'north',
    active: 1,
  }),
  formal('padma-agro', '帕德玛农牧', 'Padma Agro', 'Asia/Dhaka', {
    contact: 'Rahim Uddin',
    phone: '+880 2 5555 0133',
    country: 'BD',
    city: 'Dhaka',
    contract: 100,
    longitude: 90.41,
    latitude: 23.81,
    manager: 'overseas',
    active: 40,
    isDisabled: true,
  }),
  formal('phu-tho', '富寿蛋鸡', 'Phu Tho Layers', 'Asia/Ho_Chi_Minh', {
    contact: 'Nguyen Thi Lan',
    phone: '+84 24 5555 0174',
    country: 'VN',
    city: 'Hanoi',
    contract: 131,
    longitude: 105.85,
    latitude: 21.03,
    agent: 'mekong',
    manager: 'overseas',
    active: 6,
  }),
  formal('rift-valley', '裂谷蛋鸡', 'Rift Valley Layers', 'Africa/Nairobi', {
    contact: 'Grace Wanjiku',
    phone: '+254 20 555 0129',
    country: 'KE',
    city: 'Nairobi',
    contract: 161,
    longitude: 36.82,
    latitude: -1.29,
    manager: 'overseas',
    active: 4,
  }),
  formal('al-waha', '绿洲家禽', 'Al Waha Poultry', 'Asia/Riyadh', {
    contact: 'Khalid Al Harbi',
    phone: '+966 11 555 0150',
    country: 'SA',
    city: 'Riyadh',
    contract: 222,
    longitude: 46.68,
    latitude: 24.71,
    manager: 'overseas',
    active: 15,
  }),
  formal('anadolu', '安纳托利亚蛋业', 'Anadolu Yumurta', 'Europe/Istanbul', {
    contact: 'Elif Kaya',
    phone: '+90 212 555 0136',
    country: 'TR',
    city: 'Istanbul',
    contract: 223,
    longitude: 28.98,
    latitude: 41.01,
    manager: 'overseas',
    active: 1,
  }),
  formal('luzon', '吕宋肉鸡', 'Luzon Broilers', 'Asia/Manila', {
    contact: 'Maria Santos',
    phone: '+63 2 5555 0192',
    country: 'PH',
    city: 'Manila',
    contract: 314,
    longitude: 120.98,
    latitude: 14.6,
    manager: 'overseas',
  }),
  formal('serrano', '塞拉诺禽业', 'Serrano Aves', 'America/Sao_Paulo', {
    contact: 'Paulo Serrano',
    phone: '+55 11 5555 0145',
    country: 'BR',
    city: 'São Paulo',
    contract: 345,
    longitude: -46.63,
    latitude: -23.55,
    manager: 'overseas',
    active: 12,
  }),
  trial('tianshan', '天山禽业', 'Tianshan Poultry', 'Asia/Almaty', {
    contact: 'Aigul Sadykova',
    phone: '+7 727 555 0119',
    country: 'KZ',
    city: 'Almaty',
    approval: 'pending',
    longitude: 76.95,
    latitude: 43.24,
    manager: 'overseas',
    applied: ['layer', 6],
  }),
  trial('lanshan', '岚山种鸡', 'Lanshan Breeders', 'Asia/Shanghai', {
    contact: '赵敏',
    phone: '+86 135 0633 4410',
    country: 'CN',
    city: '日照',
    approval: 'pending',
    longitude: 119.46,
    latitude: 35.42,
    manager: 'north',
    agent: 'agent',
    applied: ['breeder', 4],
  }),
  trial('jiangnan', '江南蛋品', 'Jiangnan Eggs', 'Asia/Shanghai', {
    contact: '周婷',
    phone: '+86 136 0513 7721',
    country: 'CN',
    city: '南通',
    trial: 5,
    active: 1,
    longitude: 120.86,
    latitude: 32.01,
    manager: 'north',
    applied: ['layer', 2],
  }),
  trial('mazovia', '马佐维亚家禽', 'Mazovia Poultry', 'Europe/Warsaw', {
    contact: 'Anna Nowak',
    phone: '+48 22 555 0168',
    country: 'PL',
    city: 'Warsaw',
    trial: -4,
    active: 8,
    longitude: 21.01,
    latitude: 52.23,
    manager: 'overseas',
    applied: ['broiler', 3],
  }),
  trial('sabana', '萨瓦纳蛋鸡', 'Sabana Ponedoras', 'America/Bogota', {
    contact: 'Camila Torres',
    phone: '+57 1 555 0155',
    country: 'CO',
    city: 'Bogotá',
    approval: 'rejected',
    longitude: -74.07,
    latitude: 4.71,
    manager: 'overseas',
    applied: ['layer', 1],
    refusedBecause: 'No gateway can be delivered there yet',
  }),
]

const departments = {
  north: { 'zh-CN': '华北服务部', 'en-US': 'North China service' },
  overseas: { 'zh-CN': '海外服务部', 'en-US': 'Overseas service' },
} as const satisfies { [key: string]: Text }

const DAY_MS = 86_400_000
const dayIn = (days: number | undefined) =>
  days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/**
 * Data of the demonstration's customers, and customers without houses. Also for a demonstration from before they
 * existed: adds only what is missing. In a transaction of the owner with the system's scope.
 */
export async function addDemoCustomers(client: Client, timeZone: string): Promise<void> {
  const { rows } = await client.query<OfficeNode>(`select id, path from office where kind = 'provider'`)
  const provider = rows[0] as OfficeNode
  const managers = new Map<string, string>()
  for (const [key, name] of Object.entries(departments)) {
    const id = demoOfficeId(key)
    const department = { id, parent: provider, kind: 'department' as const, name, timeZone }
    managers.set(key, ((await seededOffice(client, id, name)) ?? (await addOffice(client, department))).id)
  }
  for (const { key, name } of [...demoCustomers, demoTrial]) {
    const node = await seededOffice(client, demoOfficeId(key), name)
    const record = known[key]
    if (node && record) await fill(client, node, record, managers)
  }
  const agents = await agentsOf(client, provider)
  for (const other of others) {
    const { key, name, timeZone } = other
    const id = demoOfficeId(key)
    if (await seededOffice(client, id, name)) continue
    const parent = agents.get(other.agent) ?? provider
    const node = await addOffice(client, { id, parent, kind: 'customer', name, timeZone })
    await fill(client, node, other, managers)
    await complete(client, node, other)
  }
}

/** The demonstration's agents by key; the second one was added later. */
async function agentsOf(client: Client, provider: OfficeNode) {
  const mekong = {
    id: demoOfficeId('mekong'),
    parent: provider,
    kind: 'agent',
    name: demoSecondAgent,
  } as const
  const found = [
    ['agent', await seededOffice(client, demoOfficeId('agent'), demoAgent)],
    [
      'mekong',
      (await seededOffice(client, mekong.id, mekong.name)) ??
        (await addOffice(client, { ...mekong, timeZone: 'Asia/Ho_Chi_Minh' })),
    ],
  ] as const
  return new Map<string | undefined, OfficeNode | undefined>(found)
}

/** Fills in the record of a customer that has none yet. */
async function fill(client: Client, { id }: OfficeNode, of: Record, managers: ReadonlyMap<string, string>) {
  await client.query(
    `update customer set contact = $2, phone = $3, country = $4, city = $5, address = $6, longitude = $7, latitude = $8,
      manager_office_id = $9, contract_ends_on = coalesce(contract_ends_on, $10), next_maintenance_on = $11,
      next_maintenance = $12, remarks = $13, email = $14
     where office_id = $1 and country is null`,
    [
      id,
      of.contact,
      of.phone,
      of.country,
      of.city,
      of.address ?? null,
      of.longitude,
      of.latitude,
      managers.get(of.manager),
      dayIn(of.contract),
      dayIn(of.maintenance?.[0]),
      of.maintenance?.[1] ?? null,
      of.remarks ?? null,
      null,
    ],
  )
}

/** Stage, state and owner of a customer without houses. */
async function complete(client: Client, { id, path }: OfficeNode, other: OtherCustomer) {
  const { key, stage, approval, refusedBecause, applied, active, isDisabled, contact } = other
  const seen = active === undefined ? null : new Date(Date.now() - active * DAY_MS)
  await client.query(
    `update customer set stage = $2, approval = $3, trial_ends_on = $4, refused_because = $5, applied_house_type = $6,
      applied_house_count = $7, last_active_at = $8, email = $9 where office_id = $1`,
    [
      id,
      stage,
      approval,
      dayIn(other.trial),
      refusedBecause ?? null,
      applied?.[0] ?? null,
      applied?.[1] ?? null,
      seen,
      `${key}@example.com`,
    ],
  )
  if (isDisabled) await client.query('update office set disabled_at = now() where id = $1', [id])
  // Its owner; no password fits.
  const accountId = newId()
  await client.query(
    `insert into account (id, office_id, office_path, username, username_key, email, email_key, password_hash, kind,
      actual_name, last_active_at) values ($1, $2, $3, $4, $4, $5, $5, '-', 2, $6, $7)`,
    [accountId, id, path, key, `${key}@example.com`, contact, seen],
  )
  if (approval === 'passed')
    await client.query(
      `insert into account_role (account_id, role_id, office_path)
       select $1, id, $2 from role where key = $3`,
      [accountId, path, stage === 'formal' ? 'owner' : 'trial'],
    )
}
