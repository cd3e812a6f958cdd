import { randomInt } from 'node:crypto'
import { gbTransports } from '#shared/cameras.ts'
import type { ChangedCamera, cameras, NewGbCamera } from '#shared/contracts/cameras.ts'
import type { Result } from '#shared/endpoint.ts'
import { text } from '#shared/text.ts'
import { gbSourceUrl, sealSource } from '../../cameras/camera-source.ts'
import type { camera } from '../../platform/database/tables/cameras.ts'
import { violates } from '../../platform/database/violations.ts'
import type { AnyCall, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { storedOf } from './camera-form.ts'

const faults = {
  off: text(
    '平台未启用 GB28181，请管理员设置 SIP_PORT',
    'Devices of GB28181 cannot sign in here: ask the administrator to set SIP_PORT',
  ),
  idTaken: text('该设备 ID 已被使用，请换一个', 'This device id is in use: take another one'),
  notHere: text('设备没有连上平台', 'The device has not signed in'),
  noWay: text('请选择 UDP、TCP 被动或 TCP 主动', 'Choose UDP, TCP passive or TCP active'),
}

const sideOf = ({ services }: AnyCall) => {
  const { gb } = services.cameras
  if (!gb) throw refuse.invalid([{ field: 'deviceId', message: faults.off }])
  return gb
}

/** Kind of a network camera at places 11 to 13; devices take any id. */
const CAMERA_TYPE = '132'

/** What to enter on the page of a device; the id is one of ten million, so that it is free. */
export function gbValues({ services }: AnyCall): Result<typeof cameras.gbValues> {
  const { gb } = services.cameras
  if (!gb) return null
  const { serverId, domain, address, port } = gb.place
  const number = randomInt(1, 10_000_000).toString().padStart(7, '0')
  return { serverId, domain, address, port, deviceId: `${domain}${CAMERA_TYPE}${number}` }
}

/** The columns of a new device that signs in by itself. */
export function gbColumns(call: ChangingCall, id: string, { deviceId, password, transport }: NewGbCamera) {
  sideOf(call)
  const url = gbSourceUrl(deviceId, transport)
  return {
    kind: 'gb28181' as const,
    transport,
    gbId: deviceId,
    address: `gb28181://${deviceId}`,
    source: sealSource(call.services.config.appSecret, id, { url, username: deviceId, password }),
    hasCredentials: true,
    remoteIp: '',
    remotePort: 0,
    fault: 'notRegistered' as const,
  }
}

export const idTaken = (error: unknown): never => {
  throw violates(error, 'camera_gb')
    ? refuse.invalid([{ field: 'deviceId', message: faults.idTaken }])
    : error
}

type Row = Pick<typeof camera.$inferSelect, 'id' | 'gbId' | 'transport'>

/** The columns that a changed password or way of the picture becomes; a new password must be entered on the device too. */
export async function changedGbColumns(call: ChangingCall, row: Row, { password, transport }: ChangedCamera) {
  const { opened: before } = await storedOf(call, row.id)
  const next = transport ?? row.transport
  if (!gbTransports.some(way => way === next))
    throw refuse.invalid([{ field: 'transport', message: faults.noWay }])
  const source = {
    url: gbSourceUrl(row.gbId ?? '', next),
    username: row.gbId,
    password: password || (before?.password ?? null),
  }
  const isRenewed = Boolean(password) && password !== before?.password
  return {
    isMoved: isRenewed || next !== row.transport,
    columns: {
      transport: next,
      source: sealSource(call.services.config.appSecret, row.id, source),
    },
    forget: () => {
      if (isRenewed && row.gbId !== null) call.services.cameras.gb?.forget(row.gbId)
    },
  }
}

/** Asks a device for its channels, which are stored as it tells them. */
export async function askCatalog({ services }: ChangingCall, gbId: string | null): Promise<void> {
  if (gbId === null || !(await services.cameras.gb?.askCatalog(gbId)))
    throw refuse.conflict({ yours: null, current: null }, faults.notHere)
}
