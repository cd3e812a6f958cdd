import { inArray } from 'drizzle-orm'
import { devices } from '#shared/contracts/devices.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { eachRow } from '../../platform/http/bulk.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { disableDevice, enableDevice, removeDevice } from './administration.ts'

interface Body {
  action: 'enable' | 'disable' | 'remove'
  ids: string[]
  reason?: string | undefined
}

const runs = { enable: enableDevice, disable: disableDevice, remove: removeDevice }

/** Enables, disables or deletes several devices independently. */
export async function changeDevices(call: ChangingCall & { body: Body }) {
  const { db, body, viewer } = call
  const { action } = body
  const endpoint = devices[action]
  // The call itself is open to holders of any of the three.
  if (!viewer.grants.has(endpoint.access)) throw refuse.forbidden()
  const ids = [...new Set(body.ids)]
  const known = await db
    .select({ id: device.id, code: device.code, gatewayId: device.gatewayId })
    .from(device)
    .where(inArray(device.id, ids))
    // Always in the same order, so that two such calls wait instead of deadlocking.
    .orderBy(device.id)
    .for('update')
  const rowOf = new Map(known.map(row => [row.id, row]))
  const rows = ids.map(id => ({ id, name: rowOf.get(id)?.code ?? '' }))
  // A gateway can be deleted once nothing speaks through it.
  if (action === 'remove')
    rows.sort((a, b) => Number(!rowOf.get(a.id)?.gatewayId) - Number(!rowOf.get(b.id)?.gatewayId))
  // Each row gets the answer of the single-row endpoint.
  const { reason } = body
  return eachRow(
    { ...call, body: { reason } },
    { module: 'devices', type: action, endpoint, rows, run: runs[action] },
  )
}
