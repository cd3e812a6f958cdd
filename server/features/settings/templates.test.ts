import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { SETTING_TEMPLATES_MAX } from '#shared/setting-templates.ts'
import { soon } from '#shared/testing/soon.ts'
import { NIGHT, OFFSET, settingsFarm, tomorrow } from '../../farm/settings/testing/settings-farm.ts'
import type { Person } from '../../testing/app.ts'
import { buildTemplate } from '../../testing/farm-builder.ts'

const group = 'targetTemperature' as const

let farm: Awaited<ReturnType<typeof settingsFarm>>
let manager: Person
let engineer: Person
let made: Awaited<ReturnType<typeof farm.controller>>
beforeAll(async () => {
  farm = await settingsFarm()
  ;[manager, engineer] = [await farm.manager(), await farm.engineer()]
  made = await farm.controller(farm.offices.sharing, { values: { [OFFSET]: 0, [NIGHT]: -1.5 } })
  const known = () => manager.call(settings.ofHouse, { params: made.house, query: {} })
  await soon(async () => expect((await known()).groups).toHaveLength(1))
})
afterAll(() => farm.close())

const keep = (name: string, more: object = {}, who = manager) =>
  who.ask(settings.keepTemplate, {
    params: { id: made.house.id },
    body: { group, name, season: 'winter', ...more },
  })
const list = (who = manager) =>
  who.ask(settings.templates, { params: { id: made.house.id }, query: { group } })

test('a group is kept as the controller has it, under its name once', async () => {
  await keep('Layers, cold')
  await keep('Layers, cold', { season: 'transition' })
  const kept = ((await list()).json().data as { name: string }[]).filter(
    ({ name }) => name === 'Layers, cold',
  )
  expect(kept).toMatchObject([
    {
      name: 'Layers, cold',
      season: 'transition',
      values: { [OFFSET]: 0, [NIGHT]: -1.5 },
      by: 'Test User',
    },
  ])
})

test('a template is for houses of one type and group, and is deleted by those who have it', async () => {
  const { services, offices } = farm
  await buildTemplate(services, offices.sharing, { houseType: 'layer', name: 'Layers' })
  await buildTemplate(services, offices.sharing, { houseType: 'broiler', group: 'cooling', name: 'Pads' })
  const { id } = (await keep('To be deleted')).json().data
  const names = async () => ((await list()).json().data as { name: string }[]).map(({ name }) => name)
  expect(await names()).toContain('To be deleted')
  expect(await names()).not.toContain('Layers')
  expect(await names()).not.toContain('Pads')
  const elsewhere = await farm.controller(offices.closed)
  const stranger = await farm.manager(offices.closed)
  const remove = (who: Person, house: { id: string }) =>
    who.ask(settings.removeTemplate, { params: { id: house.id }, body: { templateId: id } })
  expect((await remove(stranger, elsewhere.house)).json().data).toMatchObject([{ field: 'templateId' }])
  expect((await remove(manager, made.house)).statusCode).toBe(200)
  expect(await names()).not.toContain('To be deleted')
})

test('above the customer it is seen and kept under the consent to control alone', async () => {
  await farm.letControl(farm.offices.sharing, tomorrow())
  expect((await keep('By the engineer', {}, engineer)).statusCode).toBe(200)
  const kept = expect.arrayContaining([expect.objectContaining({ name: 'By the engineer' })])
  expect((await list(engineer)).json().data).toEqual(kept)
  await farm.letControl(farm.offices.sharing, null)
  expect((await list(engineer)).statusCode).toBe(403)
  expect((await keep('Again', {}, engineer)).statusCode).toBe(403)
  expect((await list()).json().data).toEqual(kept)
})

test('a name that is missing and one template too many are answered at the field', async () => {
  expect((await keep('  ')).json().data).toMatchObject([{ field: 'name' }])
  const there = (await list()).json().data.length
  for (let i = there; i < SETTING_TEMPLATES_MAX; i++) await keep(`Template ${i}`)
  const over = await keep('One more')
  expect([over.statusCode, over.json().data]).toEqual([
    400,
    [{ field: 'name', message: 'At most 30 templates. Delete one first' }],
  ])
  expect((await keep(`Template ${SETTING_TEMPLATES_MAX - 1}`, { season: 'summer' })).statusCode).toBe(200)
})
