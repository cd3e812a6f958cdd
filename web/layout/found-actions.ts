import { cameras } from '#shared/contracts/cameras.ts'
import { customers } from '#shared/contracts/customers.ts'
import { devices } from '#shared/contracts/devices.ts'
import { feedBook } from '#shared/contracts/feed-book.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { goods } from '#shared/contracts/goods.ts'
import { houses } from '#shared/contracts/houses.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { orders } from '#shared/contracts/orders.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { users } from '#shared/contracts/users.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type AskedPath, type Asking, hrefOf, paths } from '#shared/screens.ts'
import { type Text, text } from '#shared/text.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import type { Found } from './found.ts'

interface Action {
  name: Text
  /** What people type for it besides its name. */
  words?: readonly string[]
  endpoint: Endpoint
  screen: AskedPath
  search: Asking<AskedPath>
}

/** With a form that the address opens. */
const NEW = { id: 'new' }

/** What can be begun, each with the call that its form makes in the end. */
export const actions: readonly Action[] = [
  {
    name: text('记录今天', 'Record today'),
    words: ['daily record', 'log today', '日报', '每日记录'],
    endpoint: flockRecords.create,
    screen: paths.flocks,
    search: { state: 'running' },
  },
  {
    name: text('新增饲料记录', 'New feed entry'),
    words: ['feed delivery', '饲料'],
    endpoint: feedBook.create,
    screen: paths.flocks,
    search: { part: 'feed', ...NEW },
  },
  {
    name: text('申请报修', 'New repair request'),
    words: ['new repair', 'report a fault', '新增报修'],
    endpoint: repairs.create,
    screen: paths.myRepairs,
    search: { new: '1' },
  },
  {
    name: text('提问', 'New question'),
    words: ['ask', '新增提问'],
    endpoint: questions.create,
    screen: paths.myQuestions,
    search: { new: '1' },
  },
  {
    name: text('新增询价', 'New inquiry'),
    words: ['ask for a price', '询价'],
    endpoint: inquiries.create,
    screen: paths.myInquiries,
    search: { new: '1' },
  },
  {
    name: text('新增订单', 'New order'),
    endpoint: orders.create,
    screen: paths.orders,
    search: { new: '1' },
  },
  {
    name: text('新增用户', 'New user'),
    words: ['invite user', '邀请用户'],
    endpoint: users.create,
    screen: paths.users,
    search: NEW,
  },
  {
    name: text('新增客户', 'New customer'),
    endpoint: customers.create,
    screen: paths.customers,
    search: NEW,
  },
  { name: text('新增鸡舍', 'New house'), endpoint: houses.create, screen: paths.houses, search: NEW },
  {
    name: text('新增环控器', 'New controller'),
    endpoint: devices.create,
    screen: paths.devices,
    search: NEW,
  },
  { name: text('新增摄像头', 'New camera'), endpoint: cameras.create, screen: paths.cameras, search: NEW },
  { name: text('新增商品', 'New good'), endpoint: goods.create, screen: paths.goods, search: NEW },
]

/** What the viewer can begin at once, in whatever language they name it: `new user`, `增加用户`. */
export function useActions(search: string, exists: (path: string) => boolean): Found[] {
  const session = useSession()
  const language = usePreferences(({ language }) => language)
  if (search === '') return []
  const wanted = plain(search)
  return actions
    .filter(({ name, words = [] }) =>
      [...Object.values(name), ...words].some(word => plain(word).includes(wanted)),
    )
    .filter(({ endpoint, screen }) => exists(screen) && mayCall(endpoint, session))
    .map(({ name, screen, search }) => ({
      key: `action-${name['en-US']}`,
      kind: 'action',
      title: name[language],
      says: '',
      href: hrefOf(screen, search),
    }))
}

/** Whichever of the words for adding is typed. */
const plain = (words: string) =>
  words
    .toLowerCase()
    .replace(/增加|添加|新建|新增|创建/g, '新增')
    .replace(/\b(add|create|new)\b/g, 'new')
