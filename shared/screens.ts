/**
 * The address of every screen by name, in menu order: everything that leads to a screen takes it from here.
 * The table in the web application says what each screen is.
 */
export const paths = {
  login: '/user/login',
  register: '/user/register',
  registered: '/user/register-result',
  forgotPassword: '/user/forget-pwd',
  passwordSent: '/user/forget-pwd-result',
  confirmEmail: '/confirm-email',
  clip: '/clip',
  testRecord: '/test-record',
  reached: '/reached',
  notFound: '/404',
  home: '/',
  workplace: '/dashboard/workplace',
  analysis: '/dashboard/analysis',
  systemMonitor: '/dashboard/monitor',
  dataScreen: '/screen/datav',
  messages: '/notice-message',
  houses: '/chicken-home-manage',
  houseMonitor: '/screen/index',
  controllerDetails: '/chickenHouseDetails',
  settings: '/fjznSetting',
  parameterSettings: '/deviceSetting',
  targetParameter: '/deviceSetting/targetParameter',
  ventilationLevel: '/deviceSetting/ventilationLevel',
  charts: '/deviceChart',
  houseGroups: '/chicken-group',
  comparison: '/chicken-group/comparison',
  flocks: '/chicken-batch',
  houseCameras: '/chicken-home/camera',
  alarms: '/house-alarm',
  alarmRules: '/house-alarm/rule',
  weather: '/weather',
  overhauls: '/deviceOverhaul',
  overhaulItems: '/deviceOverhaulDetailList',
  overhaulPushes: '/deviceOverhaulPushMessageList',
  myOverhauls: '/device/overhaul/item/client',
  devices: '/deviceManage',
  cameras: '/deivce/camera',
  cageTypes: '/chickHouseType',
  iotProducts: '/iot-product',
  customers: '/custom',
  trialCustomers: '/customer/try-customer',
  loginHistory: '/custom/login-history',
  trajectory: '/user-trajectory/trajectory',
  trajectoryAnalysis: '/user-trajectory/analyze',
  agentArea: '/agent/client/list',
  agents: '/agent/admin/list',
  agentCategories: '/agent/admin/category',
  orders: '/orderCenter',
  inquiries: '/admin-inquiry',
  myOrders: '/myOrder',
  myInquiries: '/my-inquiry',
  goods: '/mall/goods',
  goodsClassification: '/mall/goods/classification',
  priceLists: '/mall/goods/price-lists',
  mall: '/mall/goods/list',
  mallSearch: '/mall/goods/list/search',
  favourites: '/good-favorities',
  installDocs: '/device-install/install',
  installEditors: '/device-install/admin-list',
  installCategories: '/device-install/category',
  maintenance: '/device-maintain/maintain',
  maintenanceEditors: '/device-maintain/maintain/admin-list',
  maintenanceCategories: '/device-maintain/maintain/category',
  faq: '/device-maintain/common-problem',
  faqEditors: '/device-maintain/common-problem/admin-list',
  faqCategories: '/device-maintain/common-problem/category',
  myRepairs: '/device-maintain/repair',
  repairs: '/device-maintain/repair/admin-list',
  questions: '/device-maintain/user-problem/admin-list',
  myQuestions: '/device-maintain/user-problem',
  basics: '/breeding-instruction/farming-foundation',
  news: '/breeding-instruction/infor',
  basicsEditors: '/breeding-instruction/farming-foundation/admin-list',
  basicsCategories: '/breeding-instruction/farming-foundation/category',
  newsEditors: '/breeding-instruction/infor-admin/index',
  instructions: '/instructions-use/client',
  instructionList: '/instructions-use/client/list',
  instructionEditors: '/instructions-use/admin',
  instructionCategories: '/instructions-use/classification',
  history: '/opera-history/index',
  personal: '/personal',
  departments: '/sysconfig/department',
  users: '/sysconfig/user',
  roles: '/sysconfig/role',
  seller: '/sysconfig/seller',
} as const
export type ScreenPath = (typeof paths)[keyof typeof paths]
export const screenPaths: readonly ScreenPath[] = Object.values(paths)

/** Search parameters of addresses in links. A screen that is missing here is opened without any. */
interface Asked {
  [paths.login]: 'redirect'
  [paths.registered]: 'token'
  [paths.confirmEmail]: 'token'
  [paths.clip]: 'token'
  [paths.testRecord]: 'code'
  [paths.reached]: 'token'
  [paths.messages]: 'about' | 'subject'
  [paths.analysis]: 'days' | 'from' | 'to' | 'rows'
  [paths.houses]: 'search' | 'groupId' | 'equipment' | 'id' | 'code'
  [paths.houseMonitor]: 'houseId'
  [paths.controllerDetails]: 'houseId' | 'view'
  [paths.settings]: 'houseId' | 'device' | 'group' | 'ends'
  [paths.targetParameter]: 'houseId' | 'device' | 'ends'
  [paths.ventilationLevel]: 'houseId' | 'device' | 'ends'
  [paths.charts]: 'houseId' | 'device' | 'metrics' | 'period' | 'from' | 'to'
  [paths.comparison]: 'items'
  [paths.flocks]: 'id' | 'record' | 'day' | 'state' | 'part' | 'houseId' | 'standards'
  [paths.houseCameras]: 'houseId'
  [paths.alarms]:
    | 'alarm'
    | 'first'
    | 'houseId'
    | 'search'
    | 'open'
    | 'handling'
    | 'condition'
    | 'code'
    | 'alarmCode'
    | 'cause'
    | 'from'
    | 'to'
  [paths.alarmRules]: 'id'
  [paths.overhauls]: 'officeId' | 'due' | 'only' | 'view'
  [paths.myOverhauls]: 'due' | 'only' | 'houseId' | 'view'
  [paths.cameras]: 'id' | 'open' | 'status'
  [paths.devices]: 'id' | 'search' | 'status' | 'replace'
  [paths.customers]: 'id' | 'search' | 'approval' | 'ends' | 'maintenance' | 'agentId'
  [paths.trialCustomers]: 'id' | 'search' | 'approval'
  [paths.agents]: 'id' | 'standing' | 'wait'
  [paths.orders]: 'id' | 'new' | 'standing' | 'late' | 'inquiry' | 'orderFor' | 'from' | 'to'
  [paths.myOrders]: 'id' | 'standing' | 'late' | 'quotation' | 'officeId'
  [paths.inquiries]: 'id' | 'standing' | 'wait' | 'from' | 'to'
  [paths.myInquiries]: 'id' | 'new' | 'standing' | 'offer' | 'wait' | 'order' | 'officeId'
  [paths.goods]: 'id'
  [paths.mall]: 'id' | 'basket' | 'machine' | 'search'
  [paths.installDocs]: 'id'
  [paths.installEditors]: 'sort'
  [paths.maintenance]: 'id'
  [paths.maintenanceEditors]: 'sort'
  [paths.faq]: 'id'
  [paths.faqEditors]: 'id' | 'sort'
  [paths.repairs]: 'id' | 'standing' | 'wait' | 'from' | 'to'
  [paths.myRepairs]: 'id' | 'standing' | 'wait' | 'new' | 'alarm' | 'houseId' | 'device' | 'says'
  [paths.questions]: 'id' | 'standing' | 'wait' | 'from' | 'to'
  [paths.myQuestions]: 'id' | 'standing' | 'wait' | 'new' | 'alarm' | 'houseId' | 'device' | 'says'
  [paths.basics]: 'id'
  [paths.basicsEditors]: 'sort'
  [paths.news]: 'id'
  [paths.newsEditors]: 'sort'
  [paths.instructionList]: 'id' | 'categoryId'
  [paths.instructionEditors]: 'sort'
  [paths.history]: 'period' | 'module'
  [paths.personal]: 'section'
  [paths.users]: 'id' | 'status' | 'officeId'
  [paths.roles]: 'id'
}
export type AskedPath = keyof Asked

/** What a link asks its screen for. */
export type Asking<P extends AskedPath> = Readonly<Partial<Record<Asked[P], string | null | undefined>>>

/** The address of a screen with what it is asked for; null, undefined and empty values are left out. */
export function hrefOf<P extends AskedPath>(path: P, asking: Asking<P>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries<string | null | undefined>(asking))
    if (value) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}

/** Whether an address is one of the pages before sign-in. */
export const isOutside = (href: string): boolean => href.startsWith('/user/')

const known: ReadonlySet<string> = new Set(screenPaths)
/** Whether there is a screen at a path. */
export const isScreenPath = (path: string): path is ScreenPath => known.has(path)
