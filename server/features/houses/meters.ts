import { and, desc, eq } from 'drizzle-orm'
import type { houses, MeterExchange, MetersOfHouse } from '#shared/contracts/houses.ts'
import { exchangeable } from '#shared/meter-exchange.ts'
import { doubtOf } from '#shared/probe-doubts.ts'
import { metricByName } from '#shared/signals.ts'
import { text } from '#shared/text.ts'
import { doubtsNow } from '../../farm/figures/doubt-spans.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { meterExchange } from '../../platform/database/tables/meters.ts'
import { violates } from '../../platform/database/violations.ts'
import type { Call } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { addRow, noteFound, removeRow } from '../../platform/records/rows.ts'
import { type Asked, foundShared, lookedAt } from './house-access.ts'
import type { FoundHouse } from './houses.queries.ts'
import { toldBy } from './told-by.ts'

const faults = {
  notCounted: text('该环控器没有这块表', 'This controller has no such meter'),
  ahead: text('不能晚于现在', 'Not later than now'),
  twice: text('这次换表已登记', 'This exchange has been recorded'),
}

type Row = typeof meterExchange.$inferSelect
const shown = ({ id, deviceId, metric, at, reading, actorName }: Row): MeterExchange => ({
  id,
  deviceId,
  metric,
  at: at.toISOString(),
  reading,
  by: actorName,
})

type Exchanges = Pick<MetersOfHouse, 'exchanges'>

/** What was told of a house's meters, newest first. */
async function exchangesOf(db: Db, houseId: string): Promise<Exchanges> {
  const rows = await db
    .select()
    .from(meterExchange)
    .where(eq(meterExchange.houseId, houseId))
    .orderBy(desc(meterExchange.at), meterExchange.id)
  return { exchanges: rows.map(shown) }
}

/** What is counted in a house, and the exchanges told of it. */
export async function metersOf(
  call: Asked & Pick<Call<typeof houses.meters>, 'services'>,
): Promise<MetersOfHouse> {
  const { db, services } = call
  const found = await lookedAt(call, 'readings')
  const { row, devices } = found
  const told = await toldBy(db, services, devices)
  const doubts = await doubtsNow(
    db,
    devices.map(({ id }) => id),
  )
  return {
    timeZone: row.timeZone ?? found.officeZone,
    meters: devices.flatMap(({ id, name }) =>
      exchangeable.flatMap(metric => {
        const value = told.get(id)?.[metric]?.[0]
        if (value === undefined) return []
        const { metric: about, reason } = doubtOf(doubts.get(id), metric) ?? {}
        return {
          deviceId: id,
          deviceName: name,
          metric,
          value: typeof value === 'number' ? value : null,
          doubt: about && reason ? { metric: about, reason } : null,
        }
      }),
    ),
    ...(await exchangesOf(db, row.id)),
  }
}

const nameOf = (metric: string) => metricByName.get(metric)?.label ?? text(metric, metric)
const wordsOf = ({ row }: FoundHouse, metric: string) => ({
  house: text(row.name, row.name),
  meter: nameOf(metric),
})

/** Records that a meter was exchanged. */
export async function exchangeMeter(call: Call<typeof houses.exchangeMeter>): Promise<Exchanges> {
  const { db, services, viewer, body, named } = call
  const found = await noteFound(call, await foundShared(call), ({ row }) => exchangesOf(db, row.id))
  await refuseWrong(db, services, found, body)
  const { officePath } = found.row
  const row: Row = {
    id: newId(),
    officePath,
    farmPath: found.farmPath ?? officePath,
    houseId: found.row.id,
    deviceId: body.deviceId,
    metric: body.metric,
    at: new Date(body.at),
    reading: body.reading,
    accountId: viewer.accountId,
    actorName: viewer.actualName,
    madeAt: new Date(),
  }
  await addRow(call, meterExchange, row).catch((error: unknown) => {
    throw violates(error, 'meter_exchange_once')
      ? refuse.invalid([{ field: 'at', message: faults.twice }])
      : error
  })
  named(wordsOf(found, body.metric))
  return exchangesOf(db, found.row.id)
}

async function refuseWrong(
  db: Db,
  services: Call<typeof houses.exchangeMeter>['services'],
  { devices }: FoundHouse,
  { deviceId, metric, at }: Call<typeof houses.exchangeMeter>['body'],
): Promise<void> {
  const wrong: FieldFault[] = []
  const bound = devices.filter(({ id }) => id === deviceId)
  const told = await toldBy(db, services, bound)
  if (bound.length === 0) wrong.push({ field: 'deviceId', message: 'row.notFound' })
  else if (told.get(deviceId)?.[metric] === undefined)
    wrong.push({ field: 'metric', message: faults.notCounted })
  if (Date.parse(at) > Date.now()) wrong.push({ field: 'at', message: faults.ahead })
  if (wrong.length > 0) throw refuse.invalid(wrong)
}

/** Takes it back: what the meter counted is judged as before. */
export async function undoExchange(call: Call<typeof houses.undoExchange>): Promise<Exchanges> {
  const { db, body, named } = call
  const found = await foundShared(call)
  const before = await exchangesOf(db, found.row.id)
  const isIt = and(eq(meterExchange.id, body.exchangeId), eq(meterExchange.houseId, found.row.id))
  const row = await removeRow(call, meterExchange, isIt, () => before)
  if (!row) throw refuse.invalid([{ field: 'exchangeId', message: 'row.notFound' }])
  named(wordsOf(found, row.metric))
  return exchangesOf(db, found.row.id)
}
