import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { STAFF } from '#shared/permissions.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { customerForm, idOf, openSales } from './testing/sales.ts'

const MEANWHILE = 'Somebody else has changed this in the meantime'
const CONVERTED = 'Somebody else has just made this a formal customer'
const reason = 'No houses yet'
const contractEndsOn = '2099-12-31'

let farm: TestApp
let sales: Person
let agent: Person

beforeAll(async () => {
  ;({ farm, sales, agent } = await openSales())
})
afterAll(() => farm.close())

type Of = ReturnType<typeof idOf>
const refuseIt = (id: Of) => sales.call(trialCustomers.refuse, { ...id, body: { reason } })
const extendIt = (id: Of) => sales.call(trialCustomers.extend, { ...id, body: { days: 14 } })
const removeIt = (id: Of) => sales.call(trialCustomers.remove, id)
const convertIt = (id: Of) => sales.call(trialCustomers.convert, { ...id, body: { contractEndsOn } })
const disableIt = async (id: Of) => {
  await sales.call(trialCustomers.disable, { ...id, body: {} })
  await sales.call(trialCustomers.enable, { ...id, body: {} })
}
const owner = () => {
  const { ownerLogin, ownerEmail } = customerForm()
  return { ownerLogin, ownerEmail }
}
const inviteIt = (id: Of) => sales.call(trialCustomers.invite, { ...id, body: owner() })
const removeAgain = async (id: Of) => {
  await removeIt(id)
  await sales.call(trialCustomers.restore, id)
  await removeIt(id)
}

/** A trial as somebody saw it, and a colleague who was quicker. */
async function seenBefore(change: (id: Of) => Promise<unknown>, by = sales) {
  const shown = await by.call(trialCustomers.create, { body: customerForm() })
  await change(idOf(shown))
  return shown
}
/** The current customer, from the list in use or that of deleted ones. */
async function nowOf({ id }: { id: string }) {
  for (const deleted of [undefined, 'recently'] as const) {
    const { items } = await sales.call(trialCustomers.list, { query: { deleted, size: 100 } })
    const found = items.find(each => each.id === id)
    if (found) return found
  }
  throw new Error('The customer is not there')
}

describe('a decision', () => {
  test.each([
    ['approving', refuseIt, trialCustomers.approve, {}],
    ['extending', extendIt, trialCustomers.extend, { days: 30 }],
    ['converting', extendIt, trialCustomers.convert, { contractEndsOn }],
    ['disabling', disableIt, trialCustomers.disable, {}],
    ['restoring', removeAgain, trialCustomers.restore, {}],
    ['inviting', extendIt, trialCustomers.invite, owner()],
    ['inviting a second time', inviteIt, trialCustomers.invite, owner()],
    ['moving', extendIt, trialCustomers.move, { agentId: null }],
  ] as const)(
    'of whoever has seen an older row is refused with the row as it is now: %s',
    async (what, before, endpoint, body) => {
      const shown = await seenBefore(before, what === 'approving' ? agent : sales)
      const current = await nowOf(shown)
      expect(current.version).toBeGreaterThan(shown.version)
      const decide = (version: number) =>
        sales.ask(endpoint, { ...idOf(shown), body: { ...body, version } as never })
      const answer = await decide(shown.version)
      expect(answer.statusCode).toBe(409)
      const { message, data } = answer.json()
      expect(message).toBe(MEANWHILE)
      const { deleted: _, ...facts } = current
      expect(data.current).toMatchObject({ ...facts, status: expect.any(String) })
      expect(await nowOf(shown)).toEqual(current)
      expect((await decide(current.version)).statusCode).toBe(200)
    },
  )

  test('to delete is asked the same', async () => {
    const shown = await seenBefore(extendIt)
    const current = await nowOf(shown)
    const remove = (version: number) =>
      sales.ask(trialCustomers.remove, { ...idOf(shown), query: { version } })
    const answer = await remove(shown.version)
    expect([answer.statusCode, answer.json().data.current]).toEqual([
      409,
      expect.objectContaining({ id: shown.id, trialEndsOn: current.trialEndsOn }),
    ])
    expect(await nowOf(shown)).toEqual(current)
    expect((await remove(current.version)).statusCode).toBe(200)
  })

  test('to refuse or to enable is asked the same', async () => {
    const waiting = await agent.call(trialCustomers.create, { body: customerForm() })
    const refusing = { ...idOf(waiting), body: { reason, version: waiting.version + 1 } }
    expect((await sales.ask(trialCustomers.refuse, refusing)).statusCode).toBe(409)
    const disabled = await sales.call(trialCustomers.create, { body: customerForm() })
    await sales.call(trialCustomers.disable, { ...idOf(disabled), body: { version: disabled.version } })
    const enabling = { ...idOf(disabled), body: { version: disabled.version } }
    expect((await sales.ask(trialCustomers.enable, enabling)).statusCode).toBe(409)
  })

  test.each([
    ['extend', { days: 14 as const }],
    ['remove', {}],
  ] as const)(
    'about several keeps back those that were seen before a colleague’s: %s',
    async (action, more) => {
      const shown = await seenBefore(extendIt)
      const current = await nowOf(shown)
      const other = await sales.call(trialCustomers.create, { body: customerForm() })
      const versions = { [shown.id]: shown.version, [other.id]: other.version }
      const body = { action, ...more, ids: [shown.id, other.id], versions }
      const { rows, done } = await sales.call(trialCustomers.bulk, { body })
      expect(done).toBe(1)
      expect(rows[0]?.refused).toBe(MEANWHILE)
      expect(await nowOf(shown)).toEqual(current)
    },
  )
})

describe('of a trial that a colleague has made a formal customer', () => {
  test.each([
    ['converting', trialCustomers.convert, { contractEndsOn: '2098-12-31' }],
    ['extending', trialCustomers.extend, { days: 30 }],
    ['approving', trialCustomers.approve, {}],
    ['disabling', trialCustomers.disable, {}],
    ['inviting', trialCustomers.invite, owner()],
    ['moving', trialCustomers.move, { agentId: null }],
    ['changing', trialCustomers.update, customerForm()],
  ] as const)('says what it is now: %s', async (_, endpoint, body) => {
    const shown = await seenBefore(convertIt)
    const current = await sales.call(customers.get, idOf(shown))
    const answer = await sales.ask(endpoint, {
      ...idOf(shown),
      body: { ...body, version: shown.version } as never,
    })
    const { message, data } = answer.json()
    expect([answer.statusCode, message]).toEqual([409, CONVERTED])
    expect(data.current).toMatchObject({ id: shown.id, stage: 'formal', contractEndsOn })
    expect(await sales.call(customers.get, idOf(shown))).toEqual(current)
  })

  test('says so too where it was to be deleted, alone or among others', async () => {
    const shown = await seenBefore(convertIt)
    const { version } = shown
    const alone = await sales.ask(trialCustomers.remove, { ...idOf(shown), query: { version } })
    expect([alone.statusCode, alone.json().message]).toEqual([409, CONVERTED])
    const body = { action: 'remove' as const, ids: [shown.id], versions: { [shown.id]: version } }
    const { rows } = await sales.call(trialCustomers.bulk, { body })
    expect(rows).toEqual([{ id: shown.id, name: shown.name, refused: CONVERTED }])
    expect((await sales.call(customers.get, idOf(shown))).id).toBe(shown.id)
  })

  test('is told to nobody who may not see formal customers, nor to who has not seen the trial', async () => {
    const shown = await seenBefore(convertIt)
    const { provider } = farm.offices
    const trialOnly = await farm.as({
      office: provider,
      kind: STAFF,
      grants: everyGrant(STAFF).filter(grant => !grant.startsWith('custom_manage:')),
    })
    const convert = (who: Person, more: object) =>
      who.ask(trialCustomers.convert, { ...idOf(shown), body: { contractEndsOn, ...more } })
    expect((await convert(trialOnly, { version: shown.version })).statusCode).toBe(404)
    expect((await convert(sales, {})).statusCode).toBe(404)
    expect(
      (await agent.ask(trialCustomers.invite, { ...idOf(shown), body: { ...owner(), version: 1 } }))
        .statusCode,
    ).toBe(404)
    // Deleted since, it is in neither list.
    await sales.call(customers.remove, idOf(shown))
    expect((await convert(sales, { version: shown.version })).statusCode).toBe(404)
  })
})
