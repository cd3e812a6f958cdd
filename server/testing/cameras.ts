import { sealSource } from '../cameras/camera-source.ts'
import { newId } from '../platform/database/ids.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { camera, cameraChannel } from '../platform/database/tables/cameras.ts'
import type { Services } from '../platform/services.ts'
import type { SeededOffice } from './store.ts'

let built = 0

interface NewCamera extends Partial<typeof camera.$inferInsert> {
  houseId?: string
  /** The path of its channel. */
  path?: string
  password?: string
  records?: boolean
  films?: boolean
}

/** A camera of a farm with one channel of the same id, in a house if one is given. */
export async function buildCamera({ store, config }: Services, office: SeededOffice, more: NewCamera = {}) {
  const { houseId, path = '', password = 'geheim', records, films, ...columns } = more
  const id = newId()
  const code = more.code ?? `CAM-${++built}-${id.slice(-6)}`
  const place = { officePath: office.path, farmPath: office.farmPath ?? office.path }
  const row = {
    id,
    ...place,
    officeId: office.id,
    code,
    codeKey: code.toLowerCase(),
    name: `Camera ${++built}`,
    address: 'rtsp://8.8.4.4:554/live',
    source: sealSource(config.appSecret, id, {
      url: 'rtsp://8.8.4.4:554/live',
      username: 'admin',
      password,
    }),
    hasCredentials: true,
    remoteIp: '8.8.4.4',
    remotePort: 554,
    status: 'ONLINE' as const,
    ...columns,
  }
  const { status, name } = row
  await store.transaction(SYSTEM, async db => {
    await db.insert(camera).values(row)
    await db.insert(cameraChannel).values({
      ...place,
      id,
      cameraId: id,
      number: 1,
      name,
      status,
      path,
      records,
      films,
      houseId: houseId ?? null,
    })
  })
  return row
}

/** A device that signs in by itself, with one channel of the same id. */
export function buildGbCamera(services: Services, office: SeededOffice) {
  const gbId = `3402000000132${String(++built).padStart(7, '0')}`
  return buildCamera(services, office, {
    kind: 'gb28181',
    gbId,
    address: `gb28181://${gbId}`,
    transport: 'tcpPassive',
    path: '/34020000001310000001',
  })
}
