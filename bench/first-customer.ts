import { type Bench, METRICS } from './bench.ts'
import type { LoadOrder, LoadResult } from './load.ts'
import { startWorker, type Worker } from './worker.ts'

/** Brings the first customer's houses online, each with every value of its controller; they send when told to. */
export async function startHouses({ server, farm }: Bench): Promise<Worker<LoadOrder, LoadResult>> {
  const houses = farm.customers[0]?.houses.length ?? 0
  const perGateway = farm.gateways[0]?.controllers.length ?? 1
  const load = startWorker<LoadOrder, LoadResult>('./load.ts')
  try {
    await load.ask({
      do: 'connect',
      port: server.mqttPort,
      group: 'farm',
      gateways: farm.gateways.slice(0, houses / perGateway),
      metrics: METRICS,
      window: 50,
    })
    return load
  } catch (error) {
    await load.stop()
    throw error
  }
}

/** A viewer of these houses' monitor, and the address of the first. */
export function firstViewer({ farm }: Bench): { token: string; monitor: string } {
  const { token = '', houses = [] } = farm.customers[0] ?? {}
  return { token, monitor: `/screen/index?houseId=${houses[0]?.id}` }
}
