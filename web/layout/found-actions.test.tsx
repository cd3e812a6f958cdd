import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Endpoint } from '#shared/endpoint.ts'
import { AGENT, CUSTOMER, type Grant, type Kind, STAFF } from '#shared/permissions.ts'
import { prefer } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { actions, useActions } from './found-actions.ts'

beforeEach(() => prefer({ language: 'en-US' }))

function Shown({ search, exists }: { search: string; exists: (path: string) => boolean }) {
  return (
    <ul>
      {useActions(search, exists).map(({ key, title, href }) => (
        <li key={key}>
          {title} {href}
        </li>
      ))}
    </ul>
  )
}

async function found(search: string, kind: Kind, grants: Iterable<Grant>, exists = (_: string) => true) {
  useSession.setState({ user: { kind } as never, grants: new Set(grants) })
  const drawn = await render(<Shown search={search} exists={exists} />)
  const lines = [...drawn.container.querySelectorAll('li')].map(({ textContent }) => textContent)
  await drawn.unmount()
  return lines
}
const needed = ({ access }: Endpoint) => [access].flat() as Grant[]

test.each(actions)(
  '$name.en-US is found by whoever may do it, in both languages, and by nobody else',
  async action => {
    const { name, endpoint, screen } = action
    const kind =
      ([CUSTOMER, STAFF, AGENT] as const).find(kind => endpoint.kinds?.includes(kind) ?? true) ?? STAFF
    for (const search of Object.values(name)) {
      const [first] = needed(endpoint)
      expect(first).toBeDefined()
      expect((await found(search, kind, first ? [first] : [])).join()).toContain(name['en-US'])
      expect(await found(search, kind, [])).toEqual([])
      expect(await found(search, kind, first ? [first] : [], path => path !== screen)).toEqual([])
    }
  },
)

test.each([
  ['new order', 'order_center:add', STAFF, '/orderCenter?new=1'],
  ['invite user', 'user_manage:add', STAFF, '?id=new'],
  ['增加用户', 'user_manage:add', STAFF, '?id=new'],
  ['new repair', 'device_repair_client_list:add', CUSTOMER, '?new=1'],
  ['record today', 'chicken_batch:add', CUSTOMER, '?state=running'],
] as const)('“%s” leads to what it begins', async (typed, grant, kind, href) => {
  const lines = await found(typed, kind, [grant])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(href)
})

test('no two actions have the same name', () => {
  expect(new Set(actions.map(({ name }) => name['en-US'])).size).toBe(actions.length)
})
