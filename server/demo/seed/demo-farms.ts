import type { Roughness } from '#shared/rough-houses.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Breed } from '#shared/standards/standards.ts'
import type { Language, Text } from '#shared/text.ts'

/** The demonstration's people, and the houses whose controllers the simulator plays. */
interface DemoHouse {
  name: string
  type: HouseType
  breed: Breed
  /** m */
  lengthM: number
  widthM: number
  heightM: number
  /** English name of its cage system type; missing for houses of the load test. */
  cage?: string
  /** Days since the birds hatched, on the day of the first start. */
  ageDays: number
  birds: number
}

export interface DemoSite {
  /** Name of its houses' group, in the customer's language; without it they are in none. */
  name?: string
  gateway: string
  latitude: number
  longitude: number
  /** Controller code → its house. */
  houses: Record<string, DemoHouse>
}

export interface DemoCustomer {
  key: string
  name: Text
  /** The agent's customer, otherwise the provider's own. */
  ofAgent: boolean
  timeZone: string
  language: Language
  placementDay: 0 | 1
  /** Lets the offices above it see its farm (RA) and change settings (RC). */
  shares: boolean
  sites: DemoSite[]
}

const house = (
  name: string,
  type: HouseType,
  breed: Breed,
  [lengthM, widthM, heightM]: [number, number, number],
  ageDays: number,
  birds: number,
  cage: string,
): DemoHouse => ({ name, type, breed, lengthM, widthM, heightM, ageDays, birds, cage })

/** Places are towns known for poultry, not real farms. */
export const demoCustomers: readonly DemoCustomer[] = [
  {
    key: 'luyuan',
    name: { 'zh-CN': '鲁源蛋业', 'en-US': 'Luyuan Egg Farm' },
    ofAgent: true,
    timeZone: 'Asia/Shanghai',
    language: 'zh-CN',
    placementDay: 1,
    shares: true,
    sites: [
      {
        gateway: 'GW-WF-01',
        name: '东场',
        latitude: 36.71,
        longitude: 119.1,
        houses: {
          'EC-WF-01': house(
            '1号蛋鸡舍',
            'layer',
            'hyline-brown',
            [90, 14, 3.6],
            238,
            30_000,
            'H-type stacked cage',
          ),
          'EC-WF-02': house(
            '2号蛋鸡舍',
            'layer',
            'lohmann-brown-classic',
            [90, 14, 3.6],
            406,
            28_600,
            'A-type stair-step cage',
          ),
        },
      },
      {
        gateway: 'GW-WF-02',
        name: '西场',
        latitude: 36.73,
        longitude: 119.14,
        houses: {
          'EC-WF-03': house(
            '3号蛋鸡舍',
            'layer',
            'hyline-w36',
            [96, 15, 3.8],
            175,
            36_000,
            'H-type stacked cage',
          ),
          'EC-WF-04': house('育成舍', 'pullet', 'hyline-brown', [84, 12, 3.2], 63, 32_000, 'Brood-grow cage'),
        },
      },
    ],
  },
  {
    key: 'linden',
    name: { 'zh-CN': '林登家禽农场', 'en-US': 'De Linden Poultry' },
    ofAgent: false,
    timeZone: 'Europe/Amsterdam',
    language: 'en-US',
    placementDay: 0,
    shares: true,
    sites: [
      {
        gateway: 'GW-BV-01',
        name: 'North yard',
        latitude: 52.14,
        longitude: 5.58,
        houses: {
          'EC-BV-01': house('House 1', 'broiler', 'ross308', [100, 20, 3], 24, 38_000, 'Floor, deep litter'),
          'EC-BV-02': house('House 2', 'broiler', 'ross308', [100, 20, 3], 8, 38_500, 'Floor, deep litter'),
        },
      },
      {
        gateway: 'GW-BV-02',
        name: 'South yard',
        latitude: 52.16,
        longitude: 5.62,
        houses: {
          'EC-BV-03': house(
            'House 3',
            'broiler',
            'cobb500',
            [90, 18, 3],
            16,
            30_000,
            'Broiler cage (colony)',
          ),
          'EC-BV-04': house(
            'Rearing house',
            'pullet',
            'lohmann-brown-classic',
            [80, 14, 3.2],
            84,
            24_000,
            'Aviary',
          ),
        },
      },
    ],
  },
  {
    key: 'siam',
    name: { 'zh-CN': '暹罗种禽', 'en-US': 'Siam Breeders' },
    ofAgent: false,
    timeZone: 'Asia/Bangkok',
    language: 'en-US',
    placementDay: 0,
    shares: false,
    sites: [
      {
        gateway: 'GW-LB-01',
        name: 'Breeder site',
        latitude: 14.8,
        longitude: 100.61,
        houses: {
          'EC-LB-01': house(
            'Breeder house A',
            'breeder',
            'ross308-ps',
            [120, 14, 3],
            217,
            9_200,
            'Two-thirds slats, one-third litter',
          ),
          'EC-LB-02': house(
            'Breeder house B',
            'breeder',
            'cobb500-ps',
            [120, 14, 3],
            322,
            8_700,
            'Natural-mating breeder colony',
          ),
        },
      },
      {
        gateway: 'GW-LB-02',
        name: 'Grow-out site',
        latitude: 14.83,
        longitude: 100.66,
        houses: {
          'EC-LB-03': house(
            'Grow-out house 1',
            'broiler',
            'cobb500',
            [120, 16, 2.8],
            29,
            30_000,
            'Floor, deep litter',
          ),
          'EC-LB-04': house(
            'Layer house 1',
            'layer',
            'hyline-w80',
            [100, 14, 3.6],
            280,
            31_000,
            'H-type stacked cage',
          ),
        },
      },
    ],
  },
]

export const demoTrial: DemoCustomer = {
  key: 'qihe',
  name: { 'zh-CN': '淇河家庭农场', 'en-US': 'Qihe Family Farm' },
  ofAgent: true,
  timeZone: 'Asia/Shanghai',
  language: 'zh-CN',
  placementDay: 0,
  shares: true,
  sites: [
    {
      gateway: 'GW-HB-01',
      latitude: 35.75,
      longitude: 114.29,
      houses: {
        'EC-HB-01': house(
          '蛋鸡舍',
          'layer',
          'hyline-brown',
          [70, 12, 3.4],
          301,
          18_000,
          'H-type stacked cage',
        ),
      },
    },
  ],
}

/**
 * Houses whose controllers behave as many in the field do, by the controller's code; the others are neat. One of each farm, and
 * never the first. None tells its probes alone: screens and charts show the average that a controller tells.
 */
export const roughHouses: Readonly<Record<string, readonly Roughness[]>> = {
  'EC-WF-04': ['rare', 'dropouts', 'later'],
  'EC-BV-04': ['parts', 'counters', 'flicker', 'sentinels'],
  'EC-LB-02': ['rare', 'clock', 'link', 'unmarked', 'dropouts'],
}

/** Houses that stand still when the mains fail, by the controller's code: their controllers tell of no generator. */
export const withoutGenerator: ReadonlySet<string> = new Set(['EC-HB-01'])

/** Houses whose birds came onto the litter of the flock before, by the controller's code. */
export const usedLitter: ReadonlySet<string> = new Set(['EC-LB-03'])

/** Houses whose heaters burn natural gas without a flue. */
export const withoutFlue: ReadonlySet<string> = new Set(['EC-BV-02'])

/** Codes of the gateways whose houses the demonstration plays. */
export const demoGateways: ReadonlySet<string> = new Set(
  [...demoCustomers, demoTrial].flatMap(({ sites }) => sites.map(({ gateway }) => gateway)),
)

export interface DemoAccountSpec {
  username: string
  actualName: string
  /** Key of a built-in role. */
  role: string
  /** Key of a customer, or one of these two. */
  office: string
  language: Language
  label: Text
}

const account = (
  username: string,
  actualName: string,
  role: string,
  office: string,
  language: Language,
  chinese: string,
  english: string,
): DemoAccountSpec => ({
  username,
  actualName,
  role,
  office,
  language,
  label: { 'zh-CN': chinese, 'en-US': english },
})

/** In the order of the login page. */
export const demoAccounts: readonly DemoAccountSpec[] = [
  account('owner', '王建国', 'owner', 'luyuan', 'zh-CN', '场主 · 鲁源蛋业', 'Farm owner · Luyuan Egg Farm'),
  account(
    'manager',
    '李秀英',
    'manager',
    'luyuan',
    'zh-CN',
    '场长 · 鲁源蛋业',
    'Farm manager · Luyuan Egg Farm',
  ),
  account(
    'worker',
    '赵强',
    'worker',
    'luyuan',
    'zh-CN',
    '饲养员 · 鲁源蛋业',
    'Farm worker · Luyuan Egg Farm',
  ),
  account(
    'linden',
    'Joost van den Berg',
    'owner',
    'linden',
    'en-US',
    '场主 · 林登家禽农场',
    'Farm owner · De Linden Poultry',
  ),
  account(
    'siam',
    'Somchai Prasert',
    'owner',
    'siam',
    'en-US',
    '场主 · 暹罗种禽（未授权查看）',
    'Farm owner · Siam Breeders (does not share)',
  ),
  account(
    'trial',
    '孙丽',
    'trial',
    'qihe',
    'zh-CN',
    '试用客户 · 淇河家庭农场',
    'Trial customer · Qihe Family Farm',
  ),
  account('admin', '陈明', 'administrator', 'provider', 'zh-CN', '管理员', 'Administrator'),
  account('engineer', '刘伟', 'engineer', 'after-sales-east', 'zh-CN', '售后工程师', 'After-sales engineer'),
  account('sales', '张敏', 'sales', 'sales', 'zh-CN', '销售', 'Sales'),
  account('editor', '杨洁', 'editor', 'content', 'zh-CN', '内容编辑', 'Content editor'),
  account(
    'agent',
    '周涛',
    'agent',
    'agent',
    'zh-CN',
    '代理商 · 华北农牧设备',
    'Agent · North China Farm Equipment',
  ),
]

/** Departments of the provider and farm teams of the large customer, parents first; the head is one of the accounts. */
export const demoDepartments: readonly { key: string; under: string; name: Text; head?: string }[] = [
  { key: 'after-sales', under: 'provider', name: { 'zh-CN': '售后服务部', 'en-US': 'After-sales' } },
  {
    key: 'after-sales-east',
    under: 'after-sales',
    head: 'engineer',
    name: { 'zh-CN': '售后华东组', 'en-US': 'After-sales East' },
  },
  {
    key: 'after-sales-north',
    under: 'after-sales',
    name: { 'zh-CN': '售后华北组', 'en-US': 'After-sales North' },
  },
  {
    key: 'after-sales-overseas',
    under: 'after-sales',
    name: { 'zh-CN': '售后海外组', 'en-US': 'After-sales Overseas' },
  },
  { key: 'sales', under: 'provider', head: 'sales', name: { 'zh-CN': '销售部', 'en-US': 'Sales' } },
  { key: 'content', under: 'provider', head: 'editor', name: { 'zh-CN': '内容部', 'en-US': 'Content' } },
  { key: 'luyuan-layers', under: 'luyuan', name: { 'zh-CN': '产蛋班组', 'en-US': 'Layer team' } },
  { key: 'luyuan-rearing', under: 'luyuan', name: { 'zh-CN': '育雏班组', 'en-US': 'Rearing team' } },
]

export const demoProvider: Text = { 'zh-CN': '智慧农场', 'en-US': 'Smart Farm' }
export const demoSecondAgent: Text = { 'zh-CN': '湄公农牧服务', 'en-US': 'Mekong Farm Service' }
export const demoAgent: Text = { 'zh-CN': '华北农牧设备', 'en-US': 'North China Farm Equipment' }
