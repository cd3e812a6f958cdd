import type { Client } from 'pg'
import type { ProductShape, protocolNames } from '#shared/iot-products.ts'
import { settingGroupKeys } from '#shared/signals.ts'
import { newId } from '../../platform/database/ids.ts'
import { readMark, writeMark } from '../../platform/database/marks.ts'
import { iotProduct } from '../../platform/database/schema.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { OwnerDb } from './accounts.ts'

const everything: ProductShape = {
  groups: settingGroupKeys,
  levels: 18,
  fanGroups: 12,
  probes: 8,
  heatingZones: 6,
  relays: 64,
  analogInputs: 16,
  digitalInputs: 16,
  dimmers: 4,
}

/** The product of controllers in houses of hens and pullets; the others are of the first. */
const CAGES = 'SF-700 cage-house controller'

interface Seeded {
  names: readonly [chinese: string, english: string]
  protocol: keyof typeof protocolNames
  firmware: string
  shape: ProductShape
}

/** Three typical sizes. */
const seeded: readonly Seeded[] = [
  {
    names: ['SF-900 全功能环控器', 'SF-900 house controller'],
    protocol: 'sparkplug',
    firmware: '',
    shape: everything,
  },
  {
    names: ['SF-700 笼养环控器', CAGES],
    protocol: 'sparkplug',
    firmware: '',
    shape: { ...everything, heatingZones: 4, relays: 40, analogInputs: 8, digitalInputs: 8, dimmers: 2 },
  },
  {
    names: ['SF-300 小型环控器', 'SF-300 small-house controller'],
    protocol: 'modbusRtu',
    firmware: '3.',
    shape: {
      groups: settingGroupKeys.filter(key => key !== 'tunnel' && key !== 'compensation'),
      levels: 8,
      fanGroups: 6,
      probes: 4,
      heatingZones: 2,
      relays: 16,
      analogInputs: 4,
      digitalInputs: 4,
      dimmers: 1,
    },
  },
]

/** Controller models for the demonstration, assigned to its controllers; once in the life of a database. */
export async function addIotProducts(client: Client, db: OwnerDb): Promise<void> {
  if (await readMark(client, 'iot_products')) return
  await db.insert(iotProduct).values(
    seeded.map(({ names: [chineseName, englishName], protocol, firmware, shape }) => ({
      ...shape,
      groups: [...shape.groups],
      id: newId(),
      officePath: ROOT_PATH,
      chineseName,
      englishName,
      maker: 'Smart Farm',
      protocol,
      firmware,
      status: 'released' as const,
    })),
  )
  await client.query(
    `update device d set product_id = p.id from iot_product p
      where d.type = 'controller' and p.english_name = case when exists (
        select from house_device s join house h on h.id = s.house_id
        where s.device_id = d.id and s."to" is null and h.type in ('layer', 'pullet')) then $1 else $2 end`,
    [CAGES, seeded[0]?.names[1]],
  )
  await writeMark(client, 'iot_products', 'seeded')
}
