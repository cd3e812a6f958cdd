import { eq } from 'drizzle-orm'
import { isFlockAlarm } from '#shared/alarms.ts'
import type { RepairDetail } from '#shared/contracts/repairs.ts'
import { machineOfAlarm } from '#shared/fault-machines.ts'
import { type Doubts, doubtOf } from '#shared/probe-doubts.ts'
import { doubtsNow } from '../../farm/figures/doubt-spans.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { repair, repairReading } from '../../platform/database/tables/tickets.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { wireReadings } from '../../telemetry/wire-readings.ts'

/** The data a repair takes from its alarm. Refuses an alarm that the viewer may not see. */
export async function placeOfAlarm(db: Db, alarmId: string) {
  const [found] = await db.select().from(alarm).where(eq(alarm.id, alarmId))
  if (!found) throw refuse.invalid([{ field: 'alarmId', message: 'row.notFound' }])
  const deviceId = isFlockAlarm(found.code) ? null : found.subjectId
  return { place: { deviceId, houseId: found.houseIds[0] ?? null }, machine: machineOfAlarm(found.code) }
}

/** Of a controller's many values, the ones asked for first. */
const WANTED = /^(Climate|Ventilation|Power|Feed|Water)\//
const MOST = 40

/** Stores the last readings of a repair's device, if it is known and belongs to a customer. */
export async function attachReadings({ db, services }: ChangingCall, repairId: string): Promise<void> {
  const [row] = await db.select().from(repair).where(eq(repair.id, repairId))
  if (!row?.deviceId || !row.farmPath) return
  const known = Object.entries(wireReadings(services.devices.latest(row.deviceId)))
  const values = Object.fromEntries(
    known
      .flatMap(([metric, [value, at]]) =>
        typeof value === 'number' && WANTED.test(metric)
          ? [[metric, [value, at]] as [string, [number, number]]]
          : [],
      )
      .slice(0, MOST),
  )
  if (Object.keys(values).length === 0) return
  const { officePath, farmPath } = row
  await db.insert(repairReading).values({ repairId, officePath, farmPath, values })
}

/** The same for viewers who may see the farm (RA); a view from above is logged for the customer's owner. */
export async function readingsOf(
  call: { db: Db; viewer: Viewer; ip: string },
  repairId: string,
  farmPath: string | null,
): Promise<RepairDetail['readings']> {
  const [kept] = await call.db.select().from(repairReading).where(eq(repairReading.repairId, repairId))
  if (!kept) return null
  await noteLook(call, 'readings', [{ farmPath }])
  const doubts = await doubtsThen(call.db, repairId)
  return Object.entries(kept.values).map(([metric, [value, at]]) => ({
    metric,
    value,
    at: new Date(at).toISOString(),
    doubt: doubtOf(doubts, metric) ?? null,
  }))
}

/** What was not believed of a repair's device when it was applied for, whatever came out later. */
async function doubtsThen(db: Db, repairId: string): Promise<Doubts | undefined> {
  const [row] = await db
    .select({ deviceId: repair.deviceId, at: repair.madeAt })
    .from(repair)
    .where(eq(repair.id, repairId))
  return row?.deviceId ? (await doubtsNow(db, [row.deviceId], row.at)).get(row.deviceId) : undefined
}
