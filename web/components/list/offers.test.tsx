import { beforeAll, beforeEach, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { type Grant, STAFF } from '#shared/permissions.ts'
import { useSession } from '#web/data/session.ts'
import {
  draw,
  freshBrowser,
  listOf,
  pageOf,
  paintSheds,
  readTexts,
  rows,
  type Shed,
} from '../testing/sheds.tsx'
import { RowActions } from './row-actions.tsx'

beforeAll(readTexts)
beforeEach(freshBrowser)

/** A staff member with exactly these permissions. */
const holds = (...grants: Grant[]) =>
  useSession.setState({ user: { kind: STAFF } as never, grants: new Set(grants) })

const bulk = (
  [
    ['Move', houses.update],
    ['Tear down', houses.remove],
  ] as const
).map(([label, endpoint]) => ({
  key: label,
  label,
  endpoint,
  run: () => undefined,
}))
const west: Shed = {
  id: 'c',
  name: 'West',
  birds: 0,
  deleted: { at: '2026-11-20T10:00:00.000Z', by: 'Anna' },
}
const actions = (shed: Shed) => (
  <RowActions
    name={shed.name}
    actions={[
      {
        key: 'paint',
        label: 'Paint',
        endpoint: paintSheds,
        dialog: close => (
          <dialog open aria-label={`Paint ${shed.name}`}>
            <button type="button" onClick={close}>
              Done
            </button>
          </dialog>
        ),
      },
    ]}
  />
)

test('several rows are offered what the viewer may do with one', async () => {
  holds('chicken_home_manage:delete')
  const screen = await draw(listOf({}), { bulk })
  await screen.getByLabelText('Select all rows on this page').click()
  const bar = screen.getByRole('toolbar')
  await expect.element(bar.getByRole('button', { name: 'Tear down' })).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Move' })).not.toBeInTheDocument()
})

test('deleted rows are listed for users who may restore them: when, by whom, and no other action', async () => {
  const deleted = { restore: houses.restore, kept: ['name'], actions: () => 'Put up again' }
  const list = listOf({ rows: [west], filters: { deleted: 'recently' } })
  holds('chicken_home_manage:query')
  const before = await draw(listOf({}), { deleted })
  await expect.element(before.getByRole('button', { name: 'Filters', exact: true })).not.toBeInTheDocument()
  await before.unmount()
  holds('chicken_home_manage:delete')
  const screen = await draw(list, { bulk, deleted, actions, excel: houses })
  const row = screen.getByRole('row', { name: /West/ })
  await expect.element(row.getByText('· Anna')).toBeVisible()
  await expect.element(row.getByText('Put up again')).toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'Birds' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Bulk actions' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Filters 1', exact: true })).toBeVisible()
})

test('whose a row is shows only to viewers of several customers', async () => {
  const columns = [
    { key: 'name', title: 'Name', render: ({ name }: Shed) => name },
    { key: 'farm', title: 'Customer', isOthers: true, render: () => 'Qilu' },
  ]
  for (const [seesCustomers, shown] of [
    [false, 0],
    [true, 1],
  ] as const) {
    useSession.setState({ user: { seesCustomers } as never, grants: new Set() })
    const screen = await draw(listOf({ rows: [west] }), { columns })
    await expect.element(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Customer' }).elements()).toHaveLength(shown)
    await screen.unmount()
  }
})

test('rare actions stand behind the dots, even when there are no others', async () => {
  const offer = (label: string, isRare: boolean) => ({
    key: label,
    label,
    endpoint: houses.update,
    isRare,
    onClick: () => undefined,
  })
  const withRest = (shed: Shed) => (
    <RowActions name={shed.name} actions={[offer('Paint', false), offer('Burn down', true)]} />
  )
  const alone = (shed: Shed) => <RowActions name={shed.name} actions={[offer('Burn down', true)]} />
  holds('chicken_home_manage:edit')
  const list = listOf({ rows: [west] })
  const both = await draw(list, { actions: withRest })
  await expect.element(both.getByRole('button', { name: 'Paint West' })).toBeVisible()
  await both.unmount()
  const screen = await draw(list, { actions: alone })
  await expect.element(screen.getByRole('button', { name: 'Burn down West' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'More for West' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Burn down' })).toBeVisible()
})

test('a row’s dialog stays when the row moves to another page meanwhile', async () => {
  const screen = await draw(listOf({}), { actions })
  await screen.getByRole('button', { name: 'Paint South' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Paint South' })
  await expect.element(dialog).toBeVisible()
  await screen.rerender(pageOf(listOf({ rows: rows.slice(0, 1) }), { actions }))
  await expect.element(screen.getByRole('button', { name: 'Paint South' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
