import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_CHANNELS, noticeChannels } from '#shared/contracts/notice-channels.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import type { PlanHearers } from '#shared/overhaul.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account, accountRole, office, session } from '../../platform/database/tables/offices.ts'
import { overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'
import { unreached } from '../../platform/database/tables/system.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildPlan } from './overhaul.fixture.ts'
import { buildOverhaulItem } from './overhaul-items.fixture.ts'
import { remindOfPlans } from './remind-plans.ts'

let farm: TestApp
let engineer: Person
const db = () => farm.services.store.scoped(SYSTEM)
beforeAll(async () => {
  farm = await testApp({ smtpUrl: 'smtp://127.0.0.1:9' })
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

const of = ({ accountId }: Person) => eq(account.id, accountId)
const set = (person: Person, values: Partial<typeof account.$inferInsert>) =>
  db().update(account).set(values).where(of(person))
const signOut = (person: Person) => db().delete(session).where(eq(session.accountId, person.accountId))
const mute = (person: Person, channels: Partial<(typeof DEFAULT_CHANNELS)['channels']['to_do']>) =>
  person.call(noticeChannels.choose, {
    body: {
      ...DEFAULT_CHANNELS,
      channels: {
        ...DEFAULT_CHANNELS.channels,
        to_do: { ...DEFAULT_CHANNELS.channels.to_do, ...channels },
      },
    },
  })
const closeTeam = (disabledAt: Date | null) =>
  db().update(office).set({ disabledAt }).where(eq(office.id, farm.offices.team.id))
const addBrowser = async ({ accountId, officePath }: Person) => {
  const [own] = await db().select({ id: session.id }).from(session).where(eq(session.accountId, accountId))
  await db()
    .insert(pushSubscription)
    .values({
      accountId,
      officePath,
      sessionId: own?.id ?? '',
      endpoint: newId(),
      p256dh: '',
      auth: '',
    })
}

/** What became of the person who records the tests of a team, and whom reminders get to then. */
const states: Readonly<Record<string, { hears: PlanHearers; become(who: Person): Promise<unknown> }>> = {
  'signed in': { hears: 'doers', become: async () => {} },
  'signed out, with an address': {
    hears: 'doers',
    become: async who => {
      await signOut(who)
      await set(who, { email: `${newId()}@farm.example` })
    },
  },
  'without an address, pushed to': { hears: 'doers', become: addBrowser },
  'signed out, without any address': { hears: 'owner', become: signOut },
  'signed out, and takes no mails of this kind': {
    hears: 'owner',
    become: async who => {
      await set(who, { email: `${newId()}@farm.example` })
      await mute(who, { mail: false })
      await signOut(who)
    },
  },
  'signed in, and takes nothing of this kind': {
    hears: 'owner',
    become: who => mute(who, { inApp: false, mail: false, push: false }),
  },
  left: { hears: 'owner', become: who => set(who, { deletedAt: new Date() }) },
  disabled: { hears: 'owner', become: who => set(who, { disabledAt: new Date() }) },
  'without the right any more': {
    hears: 'owner',
    become: who => db().delete(accountRole).where(eq(accountRole.accountId, who.accountId)),
  },
  'moved to another customer': {
    hears: 'owner',
    become: who => set(who, { officeId: farm.offices.direct.id, officePath: farm.offices.direct.path }),
  },
  'waiting to be confirmed': { hears: 'owner', become: who => set(who, { heldAt: new Date() }) },
  'in a team that is disabled': { hears: 'owner', become: () => closeTeam(new Date()) },
}

const today = dateIn('Asia/Shanghai', Date.now())
const noon = new Date(`${today}T04:00:00Z`)
/** A safety test of the team, and its worker. */
async function begin() {
  const { team } = farm.offices
  const item = await buildOverhaulItem(farm.services, { proof: 'thermostat', cycle: 7 })
  const { id } = await buildPlan(farm.services, team, { itemId: item.id, nextOn: today })
  const worker = await farm.as({
    office: team,
    kind: 2,
    grants: ['device_overhaul_item_client:get', 'device_overhaul_item_client:add'],
  })
  return { id, worker }
}
const hearsOf = async (id: string) => {
  const { hears } = await engineer.call(overhaul.get, { params: { id } })
  const { items } = await engineer.call(overhaul.list, { query: { size: 100 } })
  expect(items.find(plan => plan.id === id)?.hears).toBe(hears)
  return hears
}
const toldTo = async (...people: Person[]) => {
  const ids = people.map(({ accountId }) => accountId)
  const rows = await db().select().from(noticeMessage).where(inArray(noticeMessage.accountId, ids))
  return rows.map(({ title, level }) => [level, title['en-US'].replace(/: .*?(?= \(|$)/, '')])
}

beforeEach(async () => {
  await closeTeam(null)
  await db().update(account).set({ disabledAt: new Date() }).where(eq(account.kind, 2))
  for (const table of [overhaulPlan, noticeMessage, unreached]) await db().delete(table)
})
const owning = () => farm.as({ office: farm.offices.sharing, kind: 2, grants: ['farm_access:enable'] })

test.each(Object.entries(states))('the person who records tests is %s', async (_, { hears, become }) => {
  const { id, worker } = await begin()
  const owner = await owning()
  await become(worker)
  expect(await hearsOf(id)).toBe(hears)
  await remindOfPlans(farm.services, noon)
  expect(await toldTo(owner)).toEqual(
    hears === 'owner' ? [['warning', 'Safety test due today (nobody who records it can be reached)']] : [],
  )
  // Told once, whoever is told.
  await remindOfPlans(farm.services, noon)
  expect(await toldTo(owner)).toHaveLength(hears === 'owner' ? 1 : 0)
  expect(await db().select().from(unreached)).toEqual([])
})

test('where the owner cannot be reached either, the plan says so; where there is none, the provider’s monitor does', async () => {
  const { id, worker } = await begin()
  const owner = await owning()
  await signOut(worker)
  await signOut(owner)
  expect(await hearsOf(id)).toBe('nobody')
  await remindOfPlans(farm.services, noon)
  // They find it when they sign in.
  expect(await toldTo(worker)).toEqual([['info', 'Safety test due today']])
  expect(await toldTo(owner)).toHaveLength(1)
  for (const person of [worker, owner]) await set(person, { disabledAt: new Date() })
  await remindOfPlans(farm.services, new Date(`${daysAfter(today, 1)}T04:00:00Z`))
  expect(await db().select().from(unreached)).toMatchObject([
    { officeId: farm.offices.team.id, side: 'farm', business: 'overhaul', count: 1 },
  ])
})

test('without a mail server an address reaches nobody', async () => {
  const { worker } = await begin()
  const owner = await owning()
  await set(worker, { email: `${newId()}@farm.example` })
  await signOut(worker)
  const { smtpUrl: _, ...config } = farm.services.config
  await remindOfPlans({ ...farm.services, config }, noon)
  expect(await toldTo(owner)).toHaveLength(1)
})
