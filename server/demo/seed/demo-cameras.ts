import type { Client } from 'pg'
import { SIMULATED_PORT } from '../../cameras/camera-side.ts'
import { sealSource } from '../../cameras/camera-source.ts'
import { newId } from '../../platform/database/ids.ts'
import { CAMERA_USER, cameraAddress, cameraPassword } from '../simulated-cameras.ts'
import { demoCustomers } from './demo-farms.ts'

/** Codes of the demonstration's cameras begin with it. */
const PREFIX = 'CAM-'

const sealed = (appSecret: string, id: string, url: string) =>
  sealSource(appSecret, id, { url, username: CAMERA_USER, password: cameraPassword(appSecret) })

/** One camera for each house of the demonstration's customers, if there are none yet. */
export async function addDemoCameras(client: Client, appSecret: string): Promise<void> {
  const { rows } = await client.query('select 1 from camera limit 1')
  if (rows.length > 0) return
  for (const { language, sites } of demoCustomers)
    for (const code of sites.flatMap(({ houses }) => Object.keys(houses))) {
      const id = newId()
      const url = cameraAddress(code)
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
