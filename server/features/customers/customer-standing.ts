import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Invitation } from '#shared/contracts/customer-forms.ts'
import type { Stage } from '#shared/customers.ts'
import { device, house } from '../../platform/database/tables/farms.ts'
import { refuseRestoring } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import {
  type Changing,
  openCustomer,
  openKept,
  refuseUnseen,
  type Saw,
  storeCustomer,
} from './customer-changes.ts'
import { tellDecision } from './customer-news.ts'
import { openOwner } from './customer-owner.ts'
import { birdHousesOf } from './customer-records.ts'
import type { FoundCustomer } from './customers.queries.ts'

/** Names of houses in a text; of many only the first. */
const NAMED = 5
const listed = (names: readonly string[]) =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(', ')} +${names.length - NAMED}` : names.join(', ')

export async function enableCustomer(call: Changing & { body: Saw }, stage: Stage) {
  const opened = await openCustomer(call, stage, call.body)
  const { found, current } = opened
  if (found.row.disabledAt === null)
    throw refuse.conflict({ yours: null, current }, 'customer.alreadyEnabled')
  refuseUnseen(call.body, opened)
  return storeCustomer(call, stage, found, { columns: {}, ofOffice: { disabledAt: null } })
}

/**
 * Locks out everybody of the customer at once, open sessions too: the database tells the sockets. Its devices are still
 * heard. With birds in a house it needs a reason, which owner and agent are told.
 */
export async function disableCustomer(
  call: Changing & { body: Saw & { reason?: string | undefined } },
  stage: Stage,
) {
  const { db, body } = call
  const opened = await openCustomer(call, stage, body)
  const { found, current } = opened
  if (found.row.disabledAt !== null)
    throw refuse.conflict({ yours: null, current }, 'customer.alreadyDisabled')
  refuseUnseen(body, opened)
  const houses = await birdHousesOf(db, found.row.officePath)
  if (houses.length > 0 && !body.reason)
    throw refuse.invalid([
      { field: 'reason', message: ['customer.reasonRequired', { houses: listed(houses) }] },
    ])
  const { officePath } = found.row
  await db.execute(sql`select end_sessions_below(${officePath})`)
  const { reason = '' } = body
  const shown = await storeCustomer(
    call,
    stage,
    found,
    { columns: {}, ofOffice: { disabledAt: new Date() } },
    { before: { disabledBecause: null }, after: { disabledBecause: reason } },
  )
  await tellDecision(call, found, reason ? { what: 'disabledBecause', reason } : { what: 'disabled' })
  return shown
}

const below = (table: typeof house | typeof device, { row }: FoundCustomer) =>
  and(gte(table.officePath, row.officePath), lt(table.officePath, sql`left(${row.officePath}, -1) || '/'`))

/**
 * Marks the customer as deleted, with its houses and devices at the same instant, by which restoring finds them. Refused
 * while birds are in a house.
 */
export async function removeCustomer(call: Changing, stage: Stage, saw: Saw): Promise<null> {
  const { db, services, afterwards } = call
  const opened = await openCustomer(call, stage, saw)
  const { found } = opened
  refuseUnseen(saw, opened)
  const houses = await birdHousesOf(db, found.row.officePath)
  if (houses.length > 0)
    throw refuse.invalid([{ field: 'id', message: ['customer.hasBirds', { houses: listed(houses) }] }])
  const gone = { deletedAt: sql`now()` }
  await db
    .update(house)
    .set(gone)
    .where(and(below(house, found), isNull(house.deletedAt)))
  const devices = await db
    .update(device)
    .set(gone)
    .where(and(below(device, found), isNull(device.deletedAt)))
    .returning({ id: device.id, gatewayId: device.gatewayId })
  await storeCustomer(call, stage, found, { columns: {}, ofOffice: gone })
  afterwards(() => {
    services.events.emit('registry', { deviceIds: devices.map(({ id }) => id) })
    for (const { id, gatewayId } of devices) if (gatewayId === null) services.devices.disconnect(id)
  })
  return null
}

/** Undoes the deletion, together with the houses and devices that were deleted with the customer. */
export async function restoreCustomer(call: Changing & { body: Saw }, stage: Stage) {
  const { db, body, language, services, afterwards } = call
  const opened = await openKept(call, stage, body)
  const { found, current } = opened
  // The customer's own node is deleted anyway; this checks the nodes above it.
  const above = { ...found.row, id: found.row.officeId, officePath: parentPath(found.row.officePath) }
  await refuseRestoring(db, above, current, language)
  refuseUnseen(body, opened)
  const withIt = sql`(select o.deleted_at from office o where o.id = ${found.row.officeId})`
  const back = { deletedAt: null }
  await db
    .update(house)
    .set(back)
    .where(and(below(house, found), eq(house.deletedAt, withIt)))
  const devices = await db
    .update(device)
    .set(back)
    .where(and(below(device, found), eq(device.deletedAt, withIt)))
    .returning({ id: device.id })
  const shown = await storeCustomer(call, stage, found, { columns: {}, ofOffice: back })
  afterwards(() => {
    services.events.emit('registry', { deviceIds: devices.map(({ id }) => id) })
  })
  return shown
}

const parentPath = (path: string): string => path.replace(/\d+\.$/, '')

/** Opens the account of a customer without users, such as an imported one, or one whose owner is gone. */
export async function inviteCustomer(call: Changing & { body: z.output<typeof Invitation> }, stage: Stage) {
  const { body } = call
  const opened = await openCustomer(call, stage, body)
  const { found } = opened
  refuseUnseen(body, opened)
  return storeCustomer(call, stage, found, { columns: {} }, await openOwner(call, found, body))
}
