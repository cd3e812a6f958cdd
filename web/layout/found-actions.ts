import { customers } from '#shared/contracts/customers.ts'
import { devices } from '#shared/contracts/devices.ts'
import { goods } from '#shared/contracts/goods.ts'
import { houses } from '#shared/contracts/houses.ts'
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
  /** What people type, the first word first. */
  name: Text
  endpoint: Endpoint
  screen: AskedPath
  search: Asking<AskedPath>
}

const actions: readonly Action[] = [
  {
    name: text('申请报修', 'New repair request'),
    endpoint: repairs.create,
    screen: paths.myRepairs,
    search: { new: '1' },
  },
  {
    name: text('提问', 'New question'),
    endpoint: questions.create,
    screen: paths.myQuestions,
    search: { new: '1' },
  },
  { name: text('新增用户', 'New user'), endpoint: users.create, screen: paths.users, search: { id: 'new' } },
  {
    name: text('新增客户', 'New customer'),
    endpoint: customers.create,
    screen: paths.customers,
    search: { id: 'new' },
  },
  {
    name: text('新增鸡舍', 'New house'),
    endpoint: houses.create,
    screen: paths.houses,
    search: { id: 'new' },
  },
  {
    name: text('新增环控器', 'New controller'),
    endpoint: devices.create,
    screen: paths.devices,
    search: { id: 'new' },
  },
  { name: text('新增商品', 'New good'), endpoint: goods.create, screen: paths.goods, search: { id: 'new' } },
]

/** What the viewer can begin at once, in whatever language they name it: `new user`, `增加用户`. */
export function useActions(search: string, exists: (path: string) => boolean): Found[] {
  const session = useSession()
  const language = usePreferences(({ language }) => language)
  if (search === '') return []
  const wanted = plain(search)
  return actions
    .filter(({ name }) => Object.values(name).some(word => plain(word).includes(wanted)))
    .filter(({ endpoint, screen }) => exists(screen) && mayCall(endpoint, session))
    .map(({ name, screen, search }) => ({
      key: `action-${screen}`,
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
