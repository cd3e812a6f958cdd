import { and, eq, isNull } from 'drizzle-orm'
import { alarmDuties, type OnCallNow } from '#shared/contracts/alarm-rules.ts'
import { bothNames, text } from '#shared/text.ts'
import { placedHouses } from '../../farm/alarms/duty-holes.ts'
import { hearers, onCallNow } from '../../farm/alarms/on-call-now.ts'
import { startTest } from '../../farm/alarms/test-alarm.ts'
import { muteAmong } from '../../farm/alarms/ways/wakes.ts'
import { deadWaysOf } from '../../farm/alarms/ways/ways-of-people.ts'
import { tellScreens } from '../../people/notices/tell-screens.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Call } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { removeRow } from '../../platform/records/rows.ts'
import { person, plan } from './duty-plan.ts'

const stranger = text('请选择本场可处理报警的人', 'Choose a person at this farm who can handle alarms')
const tooSoon = text('刚刚测试过，请十分钟后再试', 'A test was just sent. Try again in ten minutes')
const strangeHouse = text('请选择本场的鸡舍', 'Choose houses of this farm')
const wrongDays = text('结束日期不能早于开始日期', 'The last day cannot be before the first')

/** Who of the farm is on call now, for everybody who sees alarms: names only. */
async function now(call: Call<typeof alarmDuties.now>): Promise<OnCallNow> {
  const { services, viewer, query, db } = call
  const [own] = query.houseId
    ? await db.select({ officePath: house.officePath }).from(house).where(eq(house.id, query.houseId))
    : [viewer]
  if (!own) throw refuse.notFound()
  const place = { officePath: own.officePath, farmPath: viewer.scope.farm }
  const system = services.store.scoped(SYSTEM)
  const { hasPlan, people } = await onCallNow(system, place, query.houseId)
  const named = people.map(({ id, name, step }) => ({ name, step, isMe: id === viewer.accountId }))
  const dead = (await deadWaysOf(system, viewer.scope.farm)).map(({ way, since }) => ({
    way,
    since: since.toISOString(),
  }))
  return { hasPlan, people: named, mute: await countMute(call), dead }
}

/** Houses counted for a whole farm, as many as are shown of whom alarms reach. */
const COUNTED = 200

/** How many of the own houses asked about have alarms that now would phone or text nobody. */
async function countMute({ services, viewer, query, db }: Call<typeof alarmDuties.now>): Promise<number> {
  const { farm: farmPath } = viewer.scope
  const own = await db
    .select({ houseId: house.id, officePath: house.officePath })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .where(
      and(
        isNull(house.deletedAt),
        // A farm that is an agent too: its customers' houses are theirs.
        eq(office.farmPath, farmPath),
        query.houseId ? eq(house.id, query.houseId) : undefined,
      ),
    )
    .limit(COUNTED)
  const places = own.map(place => ({ ...place, farmPath }))
  return (await muteAmong(services.store.scoped(SYSTEM), places, services.config)).length
}

async function create(call: Call<typeof alarmDuties.create>) {
  const { db, viewer, body, named } = call
  const { accountId, substituteId = null, fromOn = null, untilOn = null, note = '' } = body
  const { step = 1, holidays = 'also' } = body
  const houseIds = body.houseIds && body.houseIds.length > 0 ? [...new Set(body.houseIds)] : null
  const people = await hearers(db, viewer.scope.farm)
  const found = people.find(({ id }) => id === accountId)
  const faults: FieldFault[] = []
  if (!found) faults.push({ field: 'accountId', message: stranger })
  if (substituteId !== null && !people.some(({ id }) => id === substituteId))
    faults.push({ field: 'substituteId', message: stranger })
  if (fromOn !== null && untilOn !== null && untilOn < fromOn)
    faults.push({ field: 'untilOn', message: wrongDays })
  const known = new Set(houseIds ? (await placedHouses(db)).map(({ id }) => id) : [])
  if (houseIds?.some(id => !known.has(id))) faults.push({ field: 'houseIds', message: strangeHouse })
  if (!found || faults.length > 0) throw refuse.invalid(faults)
  const id = newId()
  const { fromClock, untilClock } = body
  const weekdays = [...new Set(body.weekdays)].sort((a, b) => a - b)
  await db.insert(alarmDuty).values({
    id,
    officePath: viewer.officePath,
    farmPath: viewer.scope.farm,
    accountId,
    substituteId,
    note,
    weekdays,
    fromClock,
    untilClock,
    fromOn,
    untilOn,
    step,
    houseIds,
    holidays,
  })
  named({ person: bothNames({ chineseName: found.actualName, englishName: found.actualName }) })
  return { id, person: found.actualName }
}

async function test(call: Call<typeof alarmDuties.test>) {
  const { db, viewer, named } = call
  const place = { officePath: viewer.officePath, farmPath: viewer.scope.farm }
  const accountIds = await startTest(db, place, { accountId: viewer.accountId, name: viewer.actualName })
  if (accountIds === null) throw refuse.tooMany(600, tooSoon)
  tellScreens(call, accountIds)
  named({ told: bothNames({ chineseName: `${accountIds.length}`, englishName: `${accountIds.length}` }) })
  return { told: accountIds.length }
}

async function remove(call: Call<typeof alarmDuties.remove>): Promise<null> {
  const { db, params, named } = call
  const [found] = await db
    .select({ name: person.actualName })
    .from(alarmDuty)
    .innerJoin(person, eq(person.id, alarmDuty.accountId))
    .where(eq(alarmDuty.id, params.id))
  if (!found) throw refuse.notFound()
  const { name } = found
  named({ person: bothNames({ chineseName: name, englishName: name }) })
  await removeRow(call, alarmDuty, eq(alarmDuty.id, params.id), () => ({ person: name }))
  return null
}

export const alarmDutiesFeature = feature('alarm-duties', alarmDuties, {
  plan,
  now,
  create,
  test,
  remove,
})
