import { type Bench, METRICS } from '../bench.ts'
import type { Figure } from '../figures.ts'
import type { FleetOrder, FleetResult } from '../fleet.ts'
import { startWorker } from '../worker.ts'
import { addFleet, heapAtRest } from './fleet.ts'

/** Settings per house controller. */
const SETTINGS = 430
/** The first births write every setting of every controller; those after a restart find them written. */
const ONLINE_MS = 600_000
/** From the start of the server. s */
const RETURN_S = 300

const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
  section: 'controllers',
  name,
  value,
  unit,
  ...(atMost !== undefined && { goal: { atMost } }),
})

/** What the settings of many controllers, each behind its own gateway, cost in server heap and start-up time. */
export async function controllers({ server, database, farm, quick, say }: Bench): Promise<Figure[]> {
  const size = quick ? 1_000 : 10_000
  say(`controllers: registering ${size}`)
  const gateways = await addFleet(database.pool, farm.customers[0]?.officePath ?? '', size, 'controllers')
  await server.stop()
  await server.start()
  const nodes = startWorker<FleetOrder, FleetResult>('./fleet.ts')
  const born = { port: server.mqttPort, group: 'farm', metrics: METRICS, settings: SETTINGS }
  const connect = () => nodes.ask({ do: 'connect', ...born, ms: ONLINE_MS, gateways })
  try {
    const empty = await heapAtRest(server)
    say('controllers: the first births')
    const first = await connect()
    const full = await heapAtRest(server)
    say('controllers: start of the server with all of them')
    const gone = nodes.ask({ do: 'lose' })
    const { ms: stopMs } = await server.stop()
    await gone
    const starting = performance.now()
    await server.start()
    const startMs = performance.now() - starting
    const again = await connect()
    return [
      figure(`controllers with ${SETTINGS} settings`, size, ''),
      figure('heap of a controller with its settings', (full - empty) / size / 1_000, 'kB', 60),
      figure('first births: all online after', first.last / 1_000, 's'),
      figure('stop of the server', stopMs / 1_000, 's', 10),
      figure('start of the server', startMs / 1_000, 's'),
      figure('after a restart: all online after', again.last / 1_000, 's', RETURN_S),
      figure('not online', 2 * size - first.online - again.online, '', 0),
    ]
  } finally {
    await nodes.stop()
  }
}
