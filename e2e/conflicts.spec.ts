import type { Page } from '@playwright/test'
import { articleFamilies, sortedFamilies } from '#shared/articles.ts'
import { agentCategories, agentMaterials } from '#shared/contracts/agent-materials.ts'
import { alarmRules } from '#shared/contracts/alarm-rules.ts'
import { answerTemplates } from '#shared/contracts/answer-templates.ts'
import { articleCategories, articles } from '#shared/contracts/articles.ts'
import { cageTypes } from '#shared/contracts/cage-types.ts'
import { cameraClips } from '#shared/contracts/camera-clips.ts'
import { cameraChannels, cameras } from '#shared/contracts/cameras.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { departments } from '#shared/contracts/departments.ts'
import { devices } from '#shared/contracts/devices.ts'
import { feedBook } from '#shared/contracts/feed-book.ts'
import { flockAccounts } from '#shared/contracts/flock-accounts.ts'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { goodCategories, goods } from '#shared/contracts/goods.ts'
import { healthProgrammes } from '#shared/contracts/health-programmes.ts'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import { houses } from '#shared/contracts/houses.ts'
import { hygiene } from '#shared/contracts/hygiene.ts'
import { iotProducts } from '#shared/contracts/iot-products.ts'
import { orders } from '#shared/contracts/orders.ts'
import { overhaulItemsContract } from '#shared/contracts/overhaul-items.ts'
import { overhaulPushes } from '#shared/contracts/overhaul-pushes.ts'
import { personal } from '#shared/contracts/personal.ts'
import { priceLists } from '#shared/contracts/price-lists.ts'
import { reportSchedules } from '#shared/contracts/report-schedules.ts'
import { roles } from '#shared/contracts/roles.ts'
import { searchSynonyms } from '#shared/contracts/search-words.ts'
import { seller } from '#shared/contracts/seller.ts'
import { users } from '#shared/contracts/users.ts'
import { webhooks } from '#shared/contracts/webhooks.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { grantsOf, STAFF } from '#shared/permissions.ts'
import { features } from '../server/app.ts'
import { builtInRoles } from '../server/demo/seed/roles.ts'
import { expect, expectAccessible, type Farm, prefer, signIn, test } from './farm.ts'
import { openPeople } from './people.ts'

type Row = { id: string; version: number } & Record<string, unknown>
type Ask = (endpoint: Endpoint, of?: { id?: string; query?: object; body?: unknown }) => Promise<never>

/** Calls the server as a colleague, besides all pages. */
function asking({ url }: Farm, token: string): Ask {
  return async ({ method, path }, { id = '', query = {}, body } = {}) => {
    const search = new URLSearchParams(query as Record<string, string>)
    const answer = await fetch(`${url}/api${path.replace(':id', id)}?${search}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'Access-Token': token },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { data, message } = (await answer.json()) as { data: never; message: string }
    expect(answer.status, `${method} ${path}: ${message} ${JSON.stringify(data)}`).toBe(200)
    return data
  }
}

/** The first matching row of a list. */
const firstOf = async (ask: Ask, list: Endpoint, search: string): Promise<Row> => {
  const { items }: { items: Row[] } = await ask(list, { query: { search } })
  return items[0] as Row
}

const article = {
  chineseTitle: '',
  chineseSubtitle: '',
  chineseContent: '',
  englishTitle: 'Of two people',
  englishSubtitle: '',
  englishContent: '<p>Of two people</p>',
  original: 'en-US',
  coverMode: 'none',
  covers: [],
  attachments: [],
  faults: [],
}

interface FormOf {
  /** The endpoint the form saves with. */
  endpoint: Endpoint
  /** The row to open it for. */
  row: (ask: Ask) => Promise<Row>
  /** Where it is; after a `=` comes the row's id. */
  at: string
  /** The button that opens it, if it is not open at once. */
  press?: string | RegExp
  /** A field by its label, what is typed there, and its name in the row. */
  mine: { label: string; value: string; field: string; isNumber?: true }
  /** What a colleague stores meanwhile in a field that is not touched here. */
  theirs: Record<string, unknown>
  /** The colleague's call, if it differs; and what it needs besides the row. */
  colleague?: { endpoint?: Endpoint; get?: Endpoint; body?: (row: never) => object }
  get: Endpoint
  /** Rows that cannot be fetched one by one: found in the answer of `get`. */
  isAmong?: true
}

/** Another page of the open program, whatever covers the menu. */
const goOn = (page: Page, href: string) => page.evaluate(to => history.pushState(null, '', to), href)
const linden = (ask: Ask) => firstOf(ask, customers.list, 'Linden')

const administrators = [
  ...grantsOf(builtInRoles.find(({ key }) => key === 'administrator')?.permissions ?? []),
]

/** Every form whose row has a version. */
const forms: FormOf[] = [
  {
    endpoint: houses.update,
    get: houses.get,
    row: ask => firstOf(ask, houses.list, 'Rearing'),
    at: '/chicken-home-manage?id=',
    mine: { label: 'Height', value: '3.4', field: 'heightM', isNumber: true },
    theirs: { widthM: 13.5 },
    colleague: {
      body: (row: { ownTimeZone: unknown; devices: { id: string }[]; cage: { id: string } | null }) => ({
        timeZone: row.ownTimeZone,
        deviceIds: row.devices.map(({ id }) => id),
        cageTypeId: row.cage?.id ?? null,
      }),
    },
  },
  {
    endpoint: houses.equip,
    get: houses.equipment,
    row: ask => firstOf(ask, houses.list, 'Rearing'),
    at: '/chicken-home-manage?equipment=',
    mine: { label: 'Pads', value: '33', field: 'padM2', isNumber: true },
    theirs: { heatingKw: 77 },
  },
  {
    endpoint: houseGroups.update,
    get: houseGroups.get,
    row: async ask =>
      ask(houseGroups.create, { body: { name: 'Of two people', officeId: (await linden(ask)).id } }),
    at: '/chicken-group?id=',
    mine: { label: 'Name', value: 'Mine', field: 'name' },
    theirs: { remarks: 'Theirs' },
  },
  {
    endpoint: orders.update,
    get: orders.get,
    row: ask => firstOf(ask, orders.list, 'De Linden'),
    at: '/orderCenter?id=',
    press: 'Edit',
    mine: { label: 'City', value: 'Ede', field: 'city' },
    theirs: { consignee: 'De Linden Poultry, dock 2' },
  },
  {
    endpoint: goods.update,
    get: goods.get,
    row: ask => firstOf(ask, goods.list, 'B-1900'),
    at: '/mall/goods?id=',
    mine: { label: 'English summary', value: 'Mine', field: 'englishSummary' },
    theirs: { stock: 1_234 },
  },
  {
    endpoint: priceLists.update,
    get: priceLists.get,
    row: ask =>
      ask(priceLists.create, { body: { name: 'Of two buyers', percent: 5, buyers: [], lines: [] } }),
    at: '/mall/goods/price-lists?id=',
    mine: { label: 'Discount, percent', value: '7', field: 'percent', isNumber: true },
    theirs: { untilOn: '2099-12-31' },
  },
  {
    endpoint: searchSynonyms.update,
    get: searchSynonyms.get,
    row: ask => firstOf(ask, searchSynonyms.list, '湿帘'),
    at: '/mall/goods?words=',
    mine: { label: 'English words', value: 'cooling pad, mine', field: 'englishWords' },
    theirs: { chineseWords: '湿帘、水帘、帘子' },
  },
  {
    endpoint: goodCategories.update,
    get: goodCategories.get,
    row: ask => ask(goodCategories.create, { body: { chineseName: '', englishName: 'Of two people' } }),
    at: '/mall/goods/classification?id=',
    mine: { label: 'English title', value: 'Mine', field: 'englishName' },
    theirs: { chineseName: '两人的分类' },
  },
  {
    endpoint: agentMaterials.update,
    get: agentMaterials.get,
    row: ask => firstOf(ask, agentMaterials.list, 'Warranty'),
    at: '/agent/admin/list?view=materials&id=',
    mine: { label: 'English note', value: 'Mine', field: 'englishNote' },
    theirs: { edition: '2027' },
  },
  {
    endpoint: agentCategories.update,
    get: agentCategories.get,
    row: ask => ask(agentCategories.create, { body: { chineseName: '', englishName: 'Of two people' } }),
    at: '/agent/admin/category?id=',
    mine: { label: 'English title', value: 'Mine', field: 'englishName' },
    theirs: { chineseName: '两人的分类' },
  },
  {
    endpoint: cageTypes.update,
    get: cageTypes.get,
    row: ask => {
      const names = { englishName: 'Of two people', chineseName: '' }
      const body = { ...names, layout: 'stacked', houseTypes: ['layer'], tiers: 4, rows: 4 }
      return ask(cageTypes.create, { body })
    },
    at: '/chickHouseType?id=',
    mine: { label: 'English name', value: 'Mine', field: 'englishName' },
    theirs: { rows: 6 },
  },
  {
    endpoint: overhaulItemsContract.update,
    get: overhaulItemsContract.get,
    row: ask => firstOf(ask, overhaulItemsContract.list, 'Replace belt'),
    at: '/deviceOverhaulDetailList?id=',
    mine: { label: 'English equipment', value: 'Mine', field: 'englishEquipment' },
    theirs: { cycle: 400 },
  },
  {
    endpoint: overhaulPushes.update,
    get: overhaulPushes.get,
    row: async ask => {
      const texts = { chineseText: '', englishText: 'Of two people', type: 'daily', mode: 'timed' }
      const times = { firstOn: '2099-03-01', clock: '07:30', everyDays: null, receiverIds: [] }
      return ask(overhaulPushes.create, { body: { ...texts, ...times, officeId: (await linden(ask)).id } })
    },
    at: '/deviceOverhaulPushMessageList?id=',
    mine: { label: 'English text', value: 'Mine', field: 'englishText' },
    theirs: { chineseText: '他人' },
  },
  {
    endpoint: alarmRules.update,
    get: alarmRules.get,
    row: ask => firstOf(ask, alarmRules.list, 'Too humid'),
    at: '/house-alarm/rule?id=',
    mine: { label: 'Name', value: 'Mine', field: 'name' },
    theirs: { forMinutes: 45 },
  },
  {
    endpoint: iotProducts.update,
    get: iotProducts.get,
    row: ask => firstOf(ask, iotProducts.list, 'SF-300'),
    at: '/iot-product?id=',
    mine: { label: 'English name', value: 'Mine', field: 'englishName' },
    theirs: { dimmers: 2 },
  },
  {
    endpoint: users.update,
    get: users.get,
    row: ask => firstOf(ask, users.list, 'tom.baker'),
    at: '/sysconfig/user?id=',
    mine: { label: 'Job', value: 'Field engineer, North', field: 'job' },
    theirs: { phone: '+31 6 2441 8821' },
    colleague: { body: (row: { roles: Row[] }) => ({ roleIds: row.roles.map(({ id }) => id) }) },
  },
  {
    endpoint: devices.update,
    get: devices.get,
    row: async ask => {
      const body = { type: 'gateway', code: 'GW-OF-TWO', name: 'Of two', officeId: (await linden(ask)).id }
      const { device }: { device: Row } = await ask(devices.create, { body })
      return device
    },
    at: '/deviceManage?id=',
    mine: { label: 'Name', value: 'Mine', field: 'name' },
    theirs: { code: 'GW-OF-BOTH' },
  },
  {
    endpoint: customers.update,
    get: customers.get,
    row: linden,
    at: '/custom?id=',
    mine: { label: 'Remarks', value: 'Mine', field: 'remarks' },
    theirs: { nextMaintenance: 'Theirs' },
  },
  {
    endpoint: trialCustomers.update,
    get: trialCustomers.get,
    row: ask => firstOf(ask, trialCustomers.list, ''),
    at: '/customer/try-customer?id=',
    mine: { label: 'Remarks', value: 'Mine', field: 'remarks' },
    theirs: { nextMaintenance: 'Theirs' },
  },
  {
    endpoint: departments.update,
    get: departments.get,
    row: async ask => {
      const { nodes }: { nodes: (Row & { parentId: string | null })[] } = await ask(departments.list)
      const parentId = nodes.find(({ parentId }) => parentId === null)?.id
      const names = { englishName: 'Of two people', chineseName: '' }
      return ask(departments.create, { body: { ...names, timeZone: 'Asia/Shanghai', parentId } })
    },
    at: '/sysconfig/department?node=',
    press: 'Edit Of two people',
    mine: { label: 'Name in English', value: 'Mine', field: 'englishName' },
    theirs: { chineseName: '两人的部门' },
  },
  {
    endpoint: roles.update,
    get: roles.get,
    row: ask => ask(roles.create, { body: { englishName: 'Of two people', chineseName: '', kind: 1 } }),
    at: '/sysconfig/role?id=',
    press: 'Edit',
    mine: { label: 'English name', value: 'Mine', field: 'englishName' },
    theirs: { chineseName: '两人的角色' },
  },
  {
    endpoint: personal.saveProfile,
    get: users.get,
    row: ask => firstOf(ask, users.list, 'admin'),
    at: '/personal',
    mine: { label: 'Phone', value: '+31 6 0000 0001', field: 'phone' },
    theirs: { sex: 'female' },
    colleague: {
      endpoint: users.update,
      body: (row: { roles: Row[] }) => ({ roleIds: row.roles.map(({ id }) => id) }),
    },
  },
  {
    endpoint: flocks.update,
    get: flocks.get,
    row: async ask => {
      const { items }: { items: Row[] } = await ask(flocks.list, { query: { size: 1, state: 'running' } })
      return items[0] as Row
    },
    at: '/chicken-batch?id=',
    press: /^Edit/,
    mine: { label: 'Note', value: 'Mine', field: 'note' },
    theirs: { placedCount: 23_456 },
  },
  {
    endpoint: healthProgrammes.update,
    get: healthProgrammes.get,
    row: async ask => {
      const { id: officeId } = await linden(ask)
      const steps = [{ day: 7, kind: 'vaccine', name: 'ND-IB live', withdrawalDays: 0 }]
      const body = { name: 'Of two people', houseType: 'layer', isGiven: false, officeId, steps }
      return ask(healthProgrammes.create, { body })
    },
    at: '/chicken-batch?part=programmes&id=',
    mine: { label: 'Name', value: 'Mine', field: 'name' },
    theirs: { isGiven: true },
  },
  {
    endpoint: feedBook.update,
    get: feedBook.get,
    row: async ask => {
      const { id: houseId } = await firstOf(ask, houses.list, 'Rearing')
      const body = { houseId, day: '2026-01-20', kind: 'delivery', amountKg: 9_000, isKnownShort: true }
      return ask(feedBook.create, { body })
    },
    at: '/chicken-batch?part=feed&id=',
    mine: { label: 'Supplier', value: 'Mine', field: 'supplier' },
    theirs: { batch: 'Theirs' },
  },
  {
    endpoint: hygiene.update,
    get: hygiene.get,
    row: async ask => {
      const { id: houseId } = await firstOf(ask, houses.list, 'Rearing')
      const body = { houseId, day: '2026-01-20', kind: 'disinfection', agent: 'Iodophor', place: 'house' }
      return ask(hygiene.create, { body })
    },
    at: '/chicken-batch?part=hygiene&id=',
    mine: { label: 'Disinfectant', value: 'Mine', field: 'agent' },
    theirs: { note: 'Theirs' },
  },
  {
    endpoint: cameras.update,
    get: cameras.get,
    row: async ask => {
      const { id: officeId } = await linden(ask)
      const address = 'rtsp://cam.farm.example/live'
      return ask(cameras.create, { body: { name: 'Of two people', officeId, address } })
    },
    at: '/deivce/camera?id=',
    mine: { label: 'Name', value: 'Mine', field: 'name' },
    theirs: { code: 'CAM-THEIRS' },
  },
  {
    endpoint: webhooks.update,
    get: webhooks.list,
    isAmong: true,
    row: ask =>
      ask(webhooks.create, {
        body: { name: 'Of two people', address: 'https://erp.example.com/hook', events: ['order.created'] },
      }),
    at: '/personal?section=webhooks',
    press: 'Edit: Of two people',
    mine: { label: 'Name', value: 'Mine', field: 'name' },
    theirs: { events: ['order.created', 'order.moved'] },
  },
  {
    endpoint: articles.faq.update,
    get: articles.faq.get,
    row: ask => ask(articles.faq.create, { body: article }),
    at: '/device-maintain/common-problem/admin-list?id=',
    mine: { label: 'English subtitle', value: 'Mine', field: 'englishSubtitle' },
    theirs: { englishTitle: 'Theirs' },
  },
  {
    endpoint: articleCategories.faq.update,
    get: articleCategories.faq.get,
    row: ask =>
      ask(articleCategories.faq.create, { body: { chineseName: '', englishName: 'Of two people' } }),
    at: '/device-maintain/common-problem/category?id=',
    mine: { label: 'English title', value: 'Mine', field: 'englishName' },
    theirs: { chineseName: '两人的分类' },
  },
]

/**
 * Saved with a version, but not by a form of fields of their own: houses of a group are ticked in a list, a daily record
 * compares both versions on its page, a move is corrected from the list of a flock's moves, an account has the version of its
 * own beside the flock's figures, a report by mail belongs only to its reader, a channel is edited as its camera is, a clip is named in the alarm or beside its picture,
 * terms and shipments are parts of an order that have its version, an answer template is edited in a drawer above a thread, a
 * register map is one text with the errors of its lines below it, and there is one seller, edited on its page.
 */
const others: Endpoint[] = [
  houseGroups.assign,
  flockRecords.create,
  flockMoves.update,
  flockAccounts.update,
  reportSchedules.update,
  cameraChannels.update,
  cameraClips.update,
  orders.terms,
  orders.shipment,
  answerTemplates.update,
  iotProducts.saveMap,
  seller.update,
]
/** The same forms as those of the FAQ, made by the same functions. */
const alike: Endpoint[] = [
  ...articleFamilies.filter(family => family !== 'faq').map(family => articles[family].update),
  ...sortedFamilies.filter(family => family !== 'faq').map(family => articleCategories[family].update),
]

test('every change of a versioned row is in the story of two people', () => {
  const versioned = features
    .flatMap(({ contract }) => Object.values<Endpoint>(contract))
    .filter(
      ({ method, body }) => method === 'PUT' && 'version' in ((body as { shape?: object })?.shape ?? {}),
    )
  const told = [...forms.map(({ endpoint }) => endpoint), ...others, ...alike]
  expect(told.map(({ path }) => path).toSorted()).toEqual(versioned.map(({ path }) => path).toSorted())
})

for (const { endpoint, get, isAmong, row: rowOf, at, press, mine, theirs, colleague = {} } of forms)
  test(`input survives a colleague’s change, and both stay: ${endpoint.path}`, async ({
    page,
    farm,
    problems,
  }) => {
    const people = await openPeople(farm)
    const ask = asking(farm, await people.tokenOf(STAFF, administrators))
    await people.leave()
    const row = await rowOf(ask)
    const now = async (): Promise<Row> => {
      if (!isAmong) return ask(get, { id: row.id })
      const rows: Row[] = await ask(get)
      return rows.find(({ id }) => id === row.id) as Row
    }
    await prefer(page, 'light', 'en-US')
    await signIn(page, farm, 'admin', at.endsWith('=') ? `${at}${row.id}` : at, 'en-US')
    if (press) await page.getByRole('button', { name: press, exact: true }).click()
    const field = page.locator('form').last().getByLabel(mine.label, { exact: true })
    await field.fill(mine.value)

    const before = await now()
    const body = { ...before, ...colleague.body?.(before as never), ...theirs }
    await ask(colleague.endpoint ?? endpoint, { id: row.id, body })

    // People who look elsewhere and come back find what they typed.
    const form = page.url()
    await goOn(page, '/notice-message')
    await expect(page.getByRole('heading', { level: 1, name: 'My messages' })).toBeVisible()
    await goOn(page, form)
    await expect(field).toHaveValue(mine.value)

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = page.getByRole('dialog', { name: /has changed this in the meantime/ })
    await expect(conflict).not.toHaveAccessibleName(/Somebody/)
    await expect(conflict).toContainText('You did not change these')
    await expectAccessible(page)
    await conflict.getByRole('button', { name: 'Save yours' }).click()
    await expect(conflict).toBeHidden()
    const both = { [mine.field]: mine.value, ...theirs }
    await expect
      .poll(async () => {
        const stored = await now()
        return Object.fromEntries(Object.keys(both).map(name => [name, stored[name]]))
      })
      .toEqual({ ...both, [mine.field]: mine.isNumber ? Number(mine.value) : mine.value })
    expect(problems.splice(0).join()).toContain('409')
  })
