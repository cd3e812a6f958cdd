import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIST_VIEWS_MAX, type Preferences, preferences } from '#shared/contracts/preferences.ts'
import { session } from '#shared/contracts/session.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { preference } from '../../platform/database/tables/preferences.ts'
import { type TestApp, testApp } from '../../testing/app.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const farmer = () => farm.as({ office: farm.offices.sharing, kind: 2 })
const view: Preferences['lists'][string] = {
  order: ['name', 'status'],
  saved: [{ name: 'Overdue, by customer', filters: { due: 'overdue' }, sort: 'officeName' }],
  shown: { customer: false },
  height: 'roomy',
}
const HOUR = 3_600_000

test('what a user chose comes back in every browser, and what was never chosen is not there', async () => {
  const person = await farmer()
  expect(await person.call(preferences.read)).toEqual({ lists: {} })
  const answer = await person.call(preferences.choose, {
    body: {
      theme: { value: 'light', ago: 0 },
      fixedSidebar: { value: false, ago: 0 },
      lists: { '/admin/auth/devices': { value: view, ago: 0 } },
    },
  })
  const kept = {
    theme: 'light',
    fixedSidebar: false,
    lists: { '/admin/auth/devices': view },
  }
  expect(answer).toEqual(kept)
  expect(await person.call(preferences.read)).toEqual(kept)
})

test('of two browsers the later choice of each thing stays, whichever arrives last', async () => {
  const person = await farmer()
  const choose = (colour: 'rose' | 'cyan', theme: 'light' | 'dark', ago: number) =>
    person.call(preferences.choose, {
      body: { colour: { value: colour, ago }, theme: { value: theme, ago } },
    })
  await choose('rose', 'light', 2 * HOUR)
  await person.call(preferences.choose, { body: { theme: { value: 'system', ago: HOUR } } })
  // A phone that was offline sends an earlier choice.
  expect(await choose('cyan', 'dark', 1.5 * HOUR)).toMatchObject({ colour: 'cyan', theme: 'system' })
})

test('the language is the one of the account, which mails ask; the later choice stays there too', async () => {
  const person = await farmer()
  const choose = (value: 'zh-CN' | 'en-US' | null, ago: number) =>
    person.call(preferences.choose, { body: { language: { value, ago } } })
  // Assigned with the account, not chosen.
  expect(await person.call(preferences.read)).not.toHaveProperty('language')
  expect(await choose('zh-CN', HOUR)).toMatchObject({ language: 'zh-CN' })
  expect(await choose('en-US', 2 * HOUR)).toMatchObject({ language: 'zh-CN' })
  expect((await person.call(session.userInfo)).language).toBe('zh-CN')
  expect(await choose(null, 0)).not.toHaveProperty('language')
})

test('the units are the account’s as well: the later choice stays, and without one they are metric', async () => {
  const person = await farmer()
  const choose = (value: 'metric' | 'imperial' | null, ago: number) =>
    person.call(preferences.choose, { body: { units: { value, ago } } })
  expect(await person.call(preferences.read)).not.toHaveProperty('units')
  expect((await person.call(session.userInfo)).units).toBe('metric')
  expect(await choose('imperial', HOUR)).toMatchObject({ units: 'imperial' })
  expect(await choose('metric', 2 * HOUR)).toMatchObject({ units: 'imperial' })
  expect((await person.call(session.userInfo)).units).toBe('imperial')
  expect(await choose(null, 0)).not.toHaveProperty('units')
})

test('nobody sees or changes the choices of a colleague', async () => {
  const [one, other] = [await farmer(), await farmer()]
  await one.call(preferences.choose, { body: { colour: { value: 'rose', ago: 0 } } })
  expect(await other.call(preferences.read)).not.toHaveProperty('colour')
  await other.call(preferences.choose, { body: { colour: { value: 'green', ago: 0 } } })
  expect(await one.call(preferences.read)).toMatchObject({ colour: 'rose' })
})

test('a list as shipped again is forgotten, and stays so when an older choice arrives', async () => {
  const person = await farmer()
  const choose = (value: typeof view | null, ago: number) =>
    person.call(preferences.choose, { body: { lists: { '/a': { value, ago } } } })
  await choose(view, 2 * HOUR)
  expect((await choose(null, 0)).lists).toEqual({})
  expect((await choose(view, HOUR)).lists).toEqual({})
})

test('the views kept for one user are limited; the oldest makes room', async () => {
  const person = await farmer()
  const lists = Object.fromEntries(
    Array.from({ length: LIST_VIEWS_MAX }, (_, i) => [`/list/${i}`, { value: view, ago: HOUR + i }]),
  )
  await person.call(preferences.choose, { body: { lists } })
  const { lists: kept } = await person.call(preferences.choose, {
    body: { lists: { '/new': { value: view, ago: 0 } } },
  })
  expect(Object.keys(kept)).toHaveLength(LIST_VIEWS_MAX)
  expect(kept).toHaveProperty('/new')
  expect(kept).not.toHaveProperty([`/list/${LIST_VIEWS_MAX - 1}`])
})

test.each([
  [{ theme: { value: 'neon', ago: 0 } }, 'theme.value'],
  [{ colour: { value: 'rose', ago: -1 } }, 'colour.ago'],
  [{ lists: { 'no path': { value: view, ago: 0 } } }, 'lists'],
  [{ lists: { '/a': { value: { ...view, height: 'tall' }, ago: 0 } } }, 'lists./a.value.height'],
  [
    { lists: { '/a': { value: { ...view, saved: [{ name: '', filters: {} }] }, ago: 0 } } },
    'lists./a.value.saved.0.name',
  ],
])('a choice that does not exist is refused by its name: %j', async (body, field) => {
  const answer = await (await farmer()).ask(preferences.choose, { body })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data[0].field).toContain(field)
})

test('a value that only a later version knows counts as never chosen', async () => {
  const person = await farmer()
  const { accountId } = person
  const row = { accountId, officePath: farm.offices.sharing.path, chosenAt: new Date() }
  await farm.services.store
    .scoped(SYSTEM)
    .insert(preference)
    .values([
      { ...row, name: 'colour', value: 'ultraviolet' },
      { ...row, name: 'list:/a', value: { columns: 5 } },
      { ...row, name: 'sound', value: 'loud' },
    ])
  expect(await person.call(preferences.read)).toEqual({ lists: {} })
})

test('how somebody likes their screen is no operation of the history', async () => {
  const person = await farmer()
  await person.call(preferences.choose, { body: { width: { value: 'fixed', ago: 0 } } })
  const rows = farm.services.store
    .scoped(SYSTEM)
    .$count(operationHistory, eq(operationHistory.actorId, person.accountId))
  expect(await rows).toBe(0)
})
