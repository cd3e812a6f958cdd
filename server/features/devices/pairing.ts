import { randomInt } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { PairingCode } from '#shared/contracts/devices.ts'
import { PAIRING_LENGTH, PAIRING_LETTERS, PAIRING_MS } from '#shared/pairing-code.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, deviceConnection, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { gatewayPairing } from '../../platform/database/tables/gateways.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { openFound } from '../../platform/records/rows.ts'
import { justify } from './administration.ts'
import { findDevice, shownDevice } from './devices.queries.ts'

type Call = ChangingCall & { params: { id: string }; body?: { reason?: string | undefined } | undefined }

const drawnCode = () =>
  Array.from({ length: PAIRING_LENGTH }, () => PAIRING_LETTERS[randomInt(PAIRING_LETTERS.length)]).join('')

/** Draws a code for a gateway; the one before is no longer known. Nothing else changes until it is used. */
export async function showPairingCode(call: Call): Promise<PairingCode> {
  const { db, params, viewer, services, language } = call
  const found = await openFound(call, device.id, () => findDevice(db, params.id, language), shownDevice)
  const { id, officePath, type, status, lastMessageAt } = found.row
  if (type !== 'gateway') throw refuse.invalid([], text('只有网关可以配对', 'Only a gateway can be paired'))
  if (status === 'DISABLE') throw refuse.invalid([], text('请先启用该网关', 'Enable the gateway first'))
  if (services.config.mqttUrl)
    throw refuse.invalid(
      [],
      text(
        '本系统使用外部 MQTT 服务器，凭证由该服务器管理，网关不能用配对码配对',
        'This installation uses an outside MQTT broker, which has credentials of its own: gateways cannot be paired by code',
      ),
    )
  // A gateway that has never connected has no place that another could take.
  if (lastMessageAt !== null) await justify(call, found, 'pair')
  const code = drawnCode()
  const expiresAt = new Date(Date.now() + PAIRING_MS)
  const drawn = {
    officePath,
    codeHash: hashToken(code),
    createdAt: sql`now()`,
    expiresAt,
    usedAt: null,
    usedFrom: null,
    usedBy: null,
  }
  await db
    .insert(gatewayPairing)
    .values({ deviceId: id, ...drawn })
    .onConflictDoUpdate({ target: gatewayPairing.deviceId, set: drawn })
  await db
    .insert(deviceConnection)
    .values({ deviceId: id, officePath, event: 'pairing', detail: viewer.actualName })
  return { code, expiresAt: expiresAt.toISOString() }
}

/** Whether the latest code of a gateway can be used, or who used it. */
export async function pairingOf({ db, params, language }: Pick<Call, 'params' | 'language'> & { db: Db }) {
  const { row } = await findDevice(db, params.id, language)
  const houses = await db
    .select({ id: house.id, name: house.name })
    .from(house)
    .innerJoin(houseDevice, and(eq(houseDevice.houseId, house.id), isNull(houseDevice.to)))
    .innerJoin(device, and(eq(device.id, houseDevice.deviceId), eq(device.gatewayId, row.id)))
    .groupBy(house.id)
    .orderBy(asc(house.name))
  const [latest] = await db.select().from(gatewayPairing).where(eq(gatewayPairing.deviceId, row.id))
  if (!latest) return { expiresAt: null, used: null, houses }
  const { expiresAt, usedAt, usedFrom, usedBy } = latest
  const isOpen = usedAt === null && expiresAt.getTime() > Date.now()
  return {
    expiresAt: isOpen ? expiresAt.toISOString() : null,
    houses,
    used: usedAt && { at: usedAt.toISOString(), from: usedFrom ?? '', by: usedBy ?? '' },
  }
}
