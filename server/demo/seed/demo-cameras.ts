import type { Client } from 'pg'
import { SIMULATED_PORT } from '../../cameras/camera-side.ts'
import { sealSource } from '../../cameras/camera-source.ts'
import { newId } from '../../platform/database/ids.ts'
import { demoCustomers } from './demo-farms.ts'
import { demoSecret } from './secrets.ts'

/** Who signs in at the simulated cameras. */
export const SIMULATED_USER = 'simulator'
/** Codes of the demonstration's cameras begin with it. */
const PREFIX = 'CAM-'

/** Password of the simulated cameras. */
export const cameraPassword = (appSecret: string): string => demoSecret(appSecret, 'cameras')

/** The picture of a house is known by the code of its controller. */
const addressOf = (port: number, code: string) => `rtsp://127.0.0.1:${port}/${code}`

const sealed = (appSecret: string, id: string, url: string) =>
  sealSource(appSecret, id, { url, username: SIMULATED_USER, password: cameraPassword(appSecret) })

/** One camera for each house of the demonstration's customers, if there are none yet. */
export async function addDemoCameras(client: Client, appSecret: string): Promise<void> {
  const { rows } = await client.query('select 1 from camera limit 1')
  if (rows.length > 0) return
  for (const { language, sites } of demoCustomers)
    for (const code of sites.flatMap(({ houses }) => Object.keys(houses))) {
      const id = newId()
      const url = addressOf(SIMULATED_PORT, code)
      const name = language === 'zh-CN' ? '排风端' : 'Exhaust end'
      await client.query(
        `with shown as (
           select h.id, h.office_id, h.office_path, o.farm_path from device d
           join house_device hd on hd.device_id = d.id and hd."to" is null
           join house h on h.id = hd.house_id join office o on o.id = h.office_id
           where d.code = $2 and d.deleted_at is null limit 1
         ), made as (
           insert into camera (id, office_id, office_path, farm_path, code, code_key, name, address, source, has_credentials,
             remote_ip, remote_port)
           select $1, office_id, office_path, farm_path, $3, lower($3), $4, $5, $6, true, '127.0.0.1', $7 from shown
           returning id, office_path, farm_path
         )
         insert into camera_channel (id, camera_id, office_path, farm_path, number, name, house_id)
         select $1, made.id, made.office_path, made.farm_path, 1, $4, shown.id from made, shown`,
        [id, code, PREFIX + code, name, url, sealed(appSecret, id, url), SIMULATED_PORT],
      )
    }
}

/**
 * Points the demonstration's cameras at the port on which the simulator shows them now. In the system's scope, with the
 * owner's connection.
 */
export async function pointDemoCameras(client: Client, appSecret: string, port: number): Promise<void> {
  const { rows } = await client.query<{ id: string; code: string }>(
    `select id, code from camera where starts_with(code, $1) and remote_ip = '127.0.0.1'`,
    [PREFIX],
  )
  for (const { id, code } of rows) {
    const url = addressOf(port, code.slice(PREFIX.length))
    await client.query(
      `update camera set address = $2, source = $3, remote_port = $4, fault = null, probed_at = null where id = $1`,
      [id, url, sealed(appSecret, id, url), port],
    )
  }
}
