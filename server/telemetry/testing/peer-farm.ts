import { afterAll, beforeAll } from 'vitest'
import type { Patience } from '../life.ts'
import { type DeviceFarm, deviceFarm, type Registered } from './farm.ts'
import { connectPeer, type Peer } from './peer.ts'

interface Setup {
  gateway: Registered
  controller: Registered
  peer: Peer
}
interface Stored {
  at: Date
  values: (number | null)[]
  exact: (number | null)[] | null
}

/** The device side and gateways that talk to it; call it at the top of a test file, to which it adds its hooks. */
export function peerFarm(patience?: Patience) {
  let farm: DeviceFarm
  let number = 0
  beforeAll(async () => {
    farm = await deviceFarm({}, patience && { patience })
  })
  afterAll(() => farm.close())

  return {
    get farm() {
      return farm
    },
    /** A gateway with one controller, connected and born. */
    async bornFarm(born = true): Promise<Setup> {
      number++
      const gateway = await farm.register(`GW-${number}`, 'gateway', farm.offices.sharing)
      const controller = await farm.register(`HC-${number}`, 'controller', farm.offices.sharing, gateway)
      const peer = await connectPeer(farm.url, { code: gateway.code })
      if (born) {
        await peer.nodeBirth()
        await peer.deviceBirth(controller.code)
      }
      return { gateway, controller, peer }
    },
    reportsOf: ({ serial }: Registered) =>
      farm.rows<Stored>('select at, "values", exact from report where device = $1 order by at', [serial]),
    statusOf: async ({ id }: Registered) =>
      (await farm.rows<{ status: string }>('select status from device where id = $1', [id]))[0]?.status,
    quarantineOf: ({ id }: Registered) =>
      farm.rows<{ reason: string; topic: string; size: number }>(
        'select reason, topic, size from quarantine where device_id = $1 order by id',
        [id],
      ),
  }
}
