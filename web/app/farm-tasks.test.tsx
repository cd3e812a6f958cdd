import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { alarms } from '#shared/contracts/alarms.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { flockHealth } from '#shared/contracts/health-programmes.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { orders } from '#shared/contracts/orders.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { CUSTOMER, type Grant, type PermissionId, permissionIds, permissions } from '#shared/permissions.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import { ScreenContext } from '#web/components/screen-context.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { prefer } from '#web/data/preferences.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import texts from '#web/features/workplace/en-US.json' with { type: 'json' }
import { FarmTasks } from '#web/features/workplace/farm-tasks.tsx'
import { exists } from './address.ts'
import { loadScreens } from './known-screens.ts'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components, workplace: texts } },
  })
  prefer({ language: 'en-US' })
  await loadScreens()
})
afterEach(() => void vi.unstubAllGlobals())

/** What may be counted, and that there is one of everything. */
const counting: readonly Endpoint[] = [
  alarms.counts,
  flocks.counts,
  inquiries.counts,
  orders.counts,
  overhaul.counts,
  repairs.counts,
]
const oneOfEach = Object.fromEntries(
  'unseen open planned replied transit pending accepted overdue today'.split(' ').map(name => [name, 1]),
)
const due = ['overdue', 'today'].map(state => ({ state }))
const unrecorded = { isTodayTold: false } as FlockThisMorning

/** Permissions of a farm, and with each the tasks that whoever holds it has to do. */
const held = permissionIds.filter(id => (permissions[id].audience as readonly number[]).includes(CUSTOMER))
const grantsOf = (ids: readonly PermissionId[]): Grant[] =>
  ids.flatMap(id => permissions[id].actions.map(action => `${id}:${action}` as Grant))
const tasksWith: Partial<Record<PermissionId, readonly (keyof typeof texts.task)[]>> = {
  house_alarm: ['unseen', 'openAlarms'],
  chicken_batch: ['recordsToday', 'healthOverdue', 'healthToday', 'plannedFlocks'],
  device_overhaul_item_client: ['overdueTests', 'testsToday', 'overdueOverhauls', 'overhaulsToday'],
  my_center: ['offers', 'deliveries'],
  device_repair_client_list: ['pendingRepairs', 'acceptedRepairs'],
}
const tasksOf = (ids: readonly PermissionId[]) =>
  ids.flatMap(id => tasksWith[id] ?? []).map(name => texts.task[name])

/** The tasks that somebody with these grants reads, where they lead, and what was asked for them. */
async function tasksFor(grants: readonly Grant[]) {
  useSession.setState({ user: { kind: CUSTOMER } as never, grants: new Set(grants) })
  const asked: Endpoint[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, location.href)
    const endpoint = [...counting, flockHealth.list].find(({ path }) => pathname.endsWith(path))
    if (!endpoint) throw new Error(`Nobody counts ${pathname}`)
    asked.push(endpoint)
    const data = endpoint === flockHealth.list ? due : oneOfEach
    return new Response(JSON.stringify({ code: 0, data, message: '' }))
  })
  const client = new QueryClient()
  const drawn = await render(
    <QueryClientProvider client={client}>
      <ScreenContext value={{ ...screenAt('/dashboard/workplace'), exists }}>
        <FarmTasks flocks={[unrecorded]} />
      </ScreenContext>
    </QueryClientProvider>,
  )
  await expect.poll(() => client.isFetching()).toBe(0)
  const links = drawn.getByRole('link').elements()
  const read = links.map(link => ({
    name: link.querySelector('span')?.textContent,
    path: link.getAttribute('href')?.split('?')[0] ?? '',
  }))
  await drawn.unmount()
  return { read, asked }
}

const people = [
  ['everything', held],
  ['nothing but the workplace', ['client_workplace']],
  ...held.map(id => [`only ${id}`, ['client_workplace', id]] as const),
  ...held.map(id => [`all but ${id}`, held.filter(other => other !== id)] as const),
] as const satisfies readonly (readonly [string, readonly PermissionId[]])[]

test.each(people)('whoever holds %s reads the tasks of it, each of which opens', async (_, ids) => {
  const { read, asked } = await tasksFor(grantsOf(ids))
  expect(read.map(({ name }) => name).toSorted()).toEqual(tasksOf(ids).toSorted())
  expect(read.filter(({ path }) => !exists(path))).toEqual([])
  expect(asked.filter(endpoint => !mayCall(endpoint, useSession.getState()))).toEqual([])
})

test('whoever may only look has nothing to record and no quotation to decide on', async () => {
  const { read } = await tasksFor(
    held
      .filter(id => (permissions[id].actions as readonly string[]).includes('query'))
      .map(id => `${id}:query` as Grant),
  )
  const names = read.map(({ name }) => name)
  expect(names).not.toContain(texts.task.recordsToday)
  expect(names).not.toContain(texts.task.offers)
  expect(names).toContain(texts.task.deliveries)
})
