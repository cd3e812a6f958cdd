import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { OverhaulPlan } from '#shared/contracts/overhaul.ts'
import type { ProposedTransfer, SentAlarm, TestBasis } from '#shared/contracts/overhaul-tests.ts'
import { isMeasured } from '#shared/house-temperature.ts'
import {
  ANSWER_MINUTES,
  checkedMetrics,
  faultsOf,
  limitOf,
  type Proof,
  type Transfer,
  transferFaults,
} from '#shared/safety-tests.ts'
import { type Language, text } from '#shared/text.ts'
import { isUnanswered } from '../../../farm/alarms/test-alarm.ts'
import { wakesAnybody } from '../../../farm/alarms/ways/wakes.ts'
import { type Db, SYSTEM } from '../../../platform/database/store.ts'
import { alarmTest } from '../../../platform/database/tables/alarm-rules.ts'
import { device, house, houseDevice, houseNow } from '../../../platform/database/tables/farms.ts'
import { noticeMessage } from '../../../platform/database/tables/histories.ts'
import { account, office } from '../../../platform/database/tables/offices.ts'
import { overhaulPlan } from '../../../platform/database/tables/overhaul.ts'
import type { AnyCall } from '../../../platform/http/call.ts'
import { refuse } from '../../../platform/http/errors.ts'
import type { Viewer } from '../../../platform/http/identify.ts'
import { noteLook } from '../../../platform/http/viewing.ts'
import { wireReadings } from '../../../telemetry/wire-readings.ts'
import { findPlan } from '../overhaul.queries.ts'
import { transfersIn } from './power-readings.ts'

type Asking = AnyCall & { db: Db; viewer: Viewer; params: { id: string } }

const noTest = text('此检修项目不是安全测试', 'This overhaul is not a safety test')
/** A value older than this says nothing of a sensor that stands beside a reference now. ms */
const FRESH_MS = 15 * 60_000

/** A planned test with its house and whose it is. */
export interface Tested {
  plan: OverhaulPlan
  proof: Proof
  officePath: string
  farmPath: string
  timeZone: string
  houseId: string | null
  /** The house's main controller. */
  controllerId: string | null
}

/** The test of a call. Readings of a house are farm data: shown above the customer only while it shares (RA). */
export async function findTest(call: Asking): Promise<Tested> {
  const { db, params } = call
  const plan = await findPlan(call, params.id)
  const { proof } = plan
  if (proof === null) throw refuse.invalid([{ field: 'id', message: noTest }], noTest)
  const [row] = await db
    .select({
      officePath: overhaulPlan.officePath,
      farmPath: overhaulPlan.farmPath,
      houseId: overhaulPlan.houseId,
      timeZone: sql<string>`coalesce(${house.timeZone}, ${office.timeZone})`,
      isShared: sql<boolean>`${overhaulPlan.houseId} is null or exists (
        select from ${houseNow} where ${houseNow.houseId} = ${overhaulPlan.houseId})`,
    })
    .from(overhaulPlan)
    .innerJoin(office, eq(office.id, overhaulPlan.officeId))
    .leftJoin(house, eq(house.id, overhaulPlan.houseId))
    .where(eq(overhaulPlan.id, plan.id))
  if (!row) throw refuse.notFound()
  const { isShared, ...place } = row
  if (!isShared) throw refuse.notShared('farm')
  return { plan, proof, ...place, controllerId: row.houseId ? await controllerOf(db, row.houseId) : null }
}

async function controllerOf(db: Db, houseId: string): Promise<string | null> {
  const [found] = await db
    .select({ id: device.id })
    .from(houseDevice)
    .innerJoin(device, eq(device.id, houseDevice.deviceId))
    .where(and(eq(houseDevice.houseId, houseId), isNull(houseDevice.to)))
    .orderBy(desc(houseDevice.main))
    .limit(1)
  return found?.id ?? null
}

/** What the sensors of a house say now, and its target. */
export function readNow(
  { services }: Pick<AnyCall, 'services'>,
  { controllerId }: Pick<Tested, 'controllerId'>,
): Pick<TestBasis, 'probes' | 'target'> {
  const readings = controllerId ? wireReadings(services.devices.latest(controllerId)) : {}
  const heardAt = Math.max(0, ...Object.values(readings).map(([, at]) => at))
  const isFresh = heardAt > Date.now() - FRESH_MS
  const numberOf = (metric: string) => {
    const [value, at] = readings[metric] ?? []
    return isFresh && isMeasured(value) && at !== undefined ? { value, at: new Date(at).toISOString() } : null
  }
  return {
    target: numberOf('Climate/Temp/Target')?.value ?? null,
    probes: checkedMetrics.flatMap(({ name }) => {
      const told = numberOf(name)
      return told ? [{ metric: name, ...told, limit: limitOf(name) ?? 0 }] : []
    }),
  }
}

const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A transfer with its times as an entry of the log has them. */
export const dated = ({ mainsOffAt, generatorOnAt, fansOnAt, mainsBackAt, fans }: Transfer) => ({
  mainsOffAt: new Date(mainsOffAt).toISOString(),
  generatorOnAt: momentOf(generatorOnAt),
  fansOnAt: momentOf(fansOnAt),
  mainsBackAt: momentOf(mainsBackAt),
  fans,
})

const proposed = (transfer: Transfer, language: Language): ProposedTransfer => ({
  ...dated(transfer),
  faults: faultsOf(transfer).map(fault => transferFaults[fault][language]),
})

/** The transfers of a test's house since it was last tested. */
export function transfersSince(db: Db, { houseId, plan }: Tested): Promise<Transfer[] | null> {
  const from = plan.lastAt === null ? 0 : Date.parse(plan.lastAt)
  return houseId ? transfersIn(db, houseId, { from, to: Date.now() }) : Promise.resolve(null)
}

/** People who were told of a test alarm. */
export async function answersTo(db: Db, testId: string) {
  return (
    db
      .select({
        id: account.id,
        name: account.actualName,
        answeredAt: sql<Date | null>`case when not ${isUnanswered} then ${noticeMessage.readAt} end`.mapWith(
          noticeMessage.readAt,
        ),
      })
      .from(noticeMessage)
      .innerJoin(account, eq(account.id, noticeMessage.accountId))
      // Written like the partial index, which has the business type as a literal and no parameter.
      .where(sql`${noticeMessage.businessType} = 'alarm-test' and ${noticeMessage.subjectId} = ${testId}`)
      .orderBy(account.actualName, account.id)
  )
}

/** The last test alarm of an office. */
async function lastAlarm(db: Db, officePath: string): Promise<SentAlarm | null> {
  const [last] = await db
    .select({ row: alarmTest, by: account.actualName })
    .from(alarmTest)
    .leftJoin(account, eq(account.id, alarmTest.accountId))
    .where(eq(alarmTest.officePath, officePath))
    .orderBy(desc(alarmTest.startedAt))
    .limit(1)
  if (!last) return null
  const { id, startedAt, settledAt } = last.row
  const people = await answersTo(db, id)
  return {
    startedAt: startedAt.toISOString(),
    by: last.by,
    people: people.map(({ answeredAt, ...person }) => ({
      ...person,
      answeredAt: answeredAt?.toISOString() ?? null,
    })),
    judgedBy: settledAt ? null : new Date(startedAt.getTime() + ANSWER_MINUTES * 60_000).toISOString(),
  }
}

/** What a test can be recorded from; a look from above is logged for the customer's owner. */
export async function testBasis(call: Asking): Promise<TestBasis> {
  const { db, language } = call
  const test = await findTest(call)
  const { plan, proof, timeZone, officePath, farmPath } = test
  if (proof !== 'alarm') await noteLook(call, 'readings', [{ farmPath }])
  const transfers = proof === 'generator' ? await transfersSince(db, test) : null
  const now = readNow(call, test)
  return {
    proof,
    plan,
    timeZone,
    transfers: transfers?.map(transfer => proposed(transfer, language)) ?? null,
    target: proof === 'thermostat' ? now.target : null,
    probes: proof === 'sensors' ? now.probes : [],
    alarm: proof === 'alarm' ? await lastAlarm(db, officePath) : null,
    wakesAnybody: proof === 'alarm' ? await isWaking(call, test) : null,
  }
}

/** Whether alarms of a test's house reach anybody by voice or SMS; null without a house. */
function isWaking({ services: { store, config } }: Asking, { houseId, officePath, farmPath }: Tested) {
  // Colleagues above a farm team are in its chain too.
  return houseId === null
    ? null
    : wakesAnybody(store.scoped(SYSTEM), { houseId, officePath, farmPath }, config)
}
