import { eq, sql } from 'drizzle-orm'
import {
  hasPassword,
  parseCameraAddress,
  parseOnvifAddress,
  withoutPasswords,
} from '#shared/camera-address.ts'
import { text } from '#shared/text.ts'
import { openSource, placeOf, type StoredSource, sealSource } from '../../cameras/camera-source.ts'
import { camera } from '../../platform/database/tables/cameras.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'

const faults = {
  scheme: text(
    '只支持 RTSP 地址：以 rtsp:// 开头',
    'Only RTSP addresses are supported: they begin with rtsp://',
  ),
  onvifScheme: text(
    '填写摄像头的 IP 地址或域名，例如 192.0.2.10 或 192.0.2.10:8080，不要填 RTSP 或 https 地址',
    'Enter the camera’s IP address or name, such as 192.0.2.10 or 192.0.2.10:8080, not an address of RTSP or https',
  ),
  malformed: text(
    '地址不完整，例如 rtsp://192.0.2.10:554/live',
    'This is no complete address, such as rtsp://192.0.2.10:554/live',
  ),
  private: text(
    '这是局域网地址，服务器连不到。请在路由器上映射端口后填写公网地址，或请管理员在 CAMERA_NETWORKS 中放行该网段',
    'This address is in a local network that the server cannot reach. Forward a port on the router and enter the public address, or ask the administrator to allow the network in CAMERA_NETWORKS',
  ),
  inside: text(
    '不能填写服务器本机或保留地址，请填写摄像头的地址',
    'This is the server itself or a reserved address. Enter the address of the camera',
  ),
  masked: text(
    '地址中的密码已隐藏，请重新输入完整地址',
    'The password in the address is hidden: enter the whole address again',
  ),
  again: text(
    '地址指向另一台设备，请重新输入密码',
    'The address leads to another device: enter the password again',
  ),
}
export const pathPassword = text(
  '路径中不能含密码，请填写在摄像头的密码栏中',
  'A path must not contain a password: enter it as the password of the camera',
)
const MASK = '•••'

type Called = 'rtsp' | 'onvif'

interface Form {
  kind: Called
  address: string
  username?: string | null | undefined
  password?: string | null | undefined
  forgetCredentials?: boolean | undefined
}
interface Stored {
  id: string
  /** As shown. */
  address: string
  source: string
}

const fault = (field: string, message: FieldFault['message']) => refuse.invalid([{ field, message }])

/** The stored source of a camera; null if there is none yet, or it cannot be opened here. */
export async function storedOf(
  { db, services }: ChangingCall,
  id: string,
): Promise<Stored & { opened: StoredSource | null }> {
  const [found] = await db
    .select({ id: camera.id, address: camera.address, source: camera.source })
    .from(camera)
    .where(eq(camera.id, id))
  if (!found) throw refuse.notFound()
  return { ...found, opened: openSource(services.config.appSecret, id, found.source) }
}

/**
 * The columns that an address with its user and password becomes. What was left out stays, but a stored password is never
 * sent to another host than the one it was entered for.
 */
export function sourceColumns(
  { services }: ChangingCall,
  id: string,
  form: Form,
  before?: { address: string; opened: StoredSource | null },
) {
  const isSame = before !== undefined && form.address === before.address
  if (!isSame && form.address.includes(MASK)) throw fault('address', faults.masked)
  const typed = isSame && before.opened ? before.opened.url : form.address
  const address = takenApart(form.kind, typed)
  if (typeof address === 'string')
    throw fault('address', faults[form.kind === 'onvif' ? 'onvifScheme' : address])
  const place = placeOf(address, services)
  if (place === 'private' || place === 'inside') throw fault('address', faults[place])

  const username = form.username || address.username
  const password = form.password || address.password
  const kept = keptCredentials(form, before, address.host)
  if (kept === 'again' && !password) throw fault('password', faults.again)
  const old = kept === 'again' ? null : kept
  const source: StoredSource = {
    url: address.url,
    username: username ?? old?.username ?? null,
    password: password ?? old?.password ?? null,
  }
  return {
    kind: form.kind,
    address: withoutPasswords(address.url),
    source: sealSource(services.config.appSecret, id, source),
    hasCredentials: source.username !== null || source.password !== null || hasPassword(address.url),
    remoteIp: address.host,
    remotePort: address.port,
  }
}

const takenApart = (kind: Called, typed: string) =>
  kind === 'onvif' ? parseOnvifAddress(typed) : parseCameraAddress(typed)

/** The stored user and password if they stay; `again` if they belong to another host. */
function keptCredentials(
  form: Form,
  before: { opened: StoredSource | null } | undefined,
  host: string,
): StoredSource | null | 'again' {
  const opened = before?.opened
  if (!opened || form.forgetCredentials || opened.password === null) return null
  const old = takenApart(form.kind, opened.url)
  return typeof old !== 'string' && old.host === host ? opened : 'again'
}

/** Nothing is known of a camera behind another address. */
export const unknownYet = {
  fault: null,
  faultDetail: null,
  codec: null,
  width: null,
  height: null,
  framesPerSecond: null,
  probedAt: null,
  status: sql<'UNACTIVE'>`case when ${camera.status} = 'DISABLE' then 'DISABLE' else 'UNACTIVE' end`,
  statusSince: sql`now()`,
}
