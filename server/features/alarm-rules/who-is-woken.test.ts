import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarmDuties } from '#shared/contracts/alarm-rules.ts'
import { alarmWays } from '#shared/contracts/alarm-ways.ts'
import { factsNow } from '../../farm/alarms/ways/wakes.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmWay } from '../../platform/database/tables/alarm-ways.ts'
import { account, session } from '../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'

const GATEWAY = { url: 'http://127.0.0.1:9', secret: 'of nobody who listens' }
const PLACE = '127.0.0.1:9'

describe.each([
  ['with a gateway', { alertGateway: GATEWAY }],
  ['without a gateway', {}],
])('who is woken %s', (_, settings) => {
  let farm: TestApp
  let owner: Person
  let night: Person
  let houseId: string
  const db = () => farm.services.store.scoped(SYSTEM)
  beforeAll(async () => {
    farm = await testApp(settings)
    const office = farm.offices.direct
    houseId = (await buildHouse(farm.services, office)).id
    night = await farm.as({ office, kind: 2, grants: ['house_alarm:query'] })
    owner = await farm.as({ office, kind: 2, grants: ['house_alarm:query', 'house_alarm_rule:query'] })
    await buildDuty(farm.services, office, { accountId: night.accountId })
    // Nobody else hears of it.
    await db().update(account).set({ phone: null }).where(eq(account.officePath, office.path))
  })
  afterAll(() => farm.close())

  const pushes = async () => {
    const { accountId } = night
    const [signedIn] = await db().select().from(session).where(eq(session.accountId, accountId))
    const { id: sessionId = '', officePath = '' } = signedIn ?? {}
    const endpoint = 'https://push.farm.example/night'
    await db()
      .insert(pushSubscription)
      .values({ sessionId, accountId, officePath, endpoint, p256dh: '', auth: '' })
  }
  const has = {
    nothing: async () => undefined,
    'a push alone': pushes,
    'a number': async () => void (await number({ phone: '+86 138 0534 2210' })),
    'a number that somebody above entered': async () => {
      await number({ phone: '+86 138 0534 2210' })
      await number({ phoneFromAbove: true })
    },
  }
  const number = (set: Partial<typeof account.$inferInsert>) =>
    db().update(account).set(set).where(eq(account.id, night.accountId))
  const cases = (Object.keys(has) as (keyof typeof has)[]).flatMap(what =>
    [false, true].map(isDead => ({ what, isDead })),
  )

  test.each(cases)(
    'by $what, the gateway dead: $isDead; chain, plan, reach and warning agree',
    async each => {
      await db().delete(pushSubscription)
      await db().delete(alarmWay)
      await number({ phone: null, phoneFromAbove: false })
      await has[each.what]()
      if (each.isDead)
        await db()
          .insert(alarmWay)
          .values({ way: 'call', place: PLACE, checkedAt: new Date(), deadSince: new Date() })
      const isWoken = each.what === 'a number' && !each.isDead && 'alertGateway' in settings

      const { path } = farm.offices.direct
      const place = { houseId, officePath: path, farmPath: path }
      const facts = (await factsNow(db(), [place], farm.services.config)).get(houseId)
      const { duties } = await owner.call(alarmDuties.plan)
      const { houses } = await owner.call(alarmWays.reach)
      const { mute } = await owner.call(alarmDuties.now, { query: { houseId } })
      expect(duties.find(({ accountId }) => accountId === night.accountId)?.isUnreachable).toBe(!isWoken)
      const shown = houses.find(({ id }) => id === houseId)
      expect([
        facts?.rota.wakeable.has(night.accountId),
        shown?.wakesAnybody,
        shown?.wakesFirst,
        mute === 0,
      ]).toEqual([isWoken, isWoken, isWoken, isWoken])
      // While nobody can be phoned, nobody waits for a step: everybody hears of it at once.
      expect(shown?.steps[0]?.people.includes(owner.accountId)).toBe(!isWoken)
    },
  )
})
