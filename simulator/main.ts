import { parseArgs } from 'node:util'
import { z } from 'zod'
import { FaultOrder } from '#shared/demo-faults.ts'
import type { Fleet } from './fleet.ts'
import { loadFleet, readFleet } from './fleet.ts'
import type { Simulation } from './simulation.ts'
import { startSimulation } from './simulation.ts'

const USAGE = `simulator: plays poultry houses and reports them over MQTT
  --fleet <file>  JSON file that describes the fleet (or send { fleet } over the IPC channel of a fork)
  --speed <x>     the houses live x times as fast; timestamps stay those of the clock (default 1)
  --seed <n>      another course of weather, noise and faults (default 0)`

const Options = z.object({
  fleet: z.string().optional(),
  speed: z.coerce.number().positive().max(10_000).default(1),
  seed: z.coerce.number().int().default(0),
  help: z.boolean().default(false),
})

/** What a parent process may send: first what to play, then what breaks in it. */
const Play = z.object({
  fleet: z.unknown(),
  speed: z.number().positive().max(10_000).optional(),
  seed: z.number().int().optional(),
})

const Breaking = z.object({ order: FaultOrder })

/** ms within which deaths must be out */
const FAREWELL = 5_000

/** ms between checks of whether the past has been delivered */
const HISTORY_LOOK = 500

let simulation: Simulation | undefined
let ending = false

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function begin(fleet: Fleet, speed: number, seed: number): void {
  if (simulation) return
  simulation = startSimulation({
    fleet,
    speed,
    seed,
    log: sparingly(text => console.log(text)),
    onCameras: port => process.send?.({ cameras: port }),
  })
  if ((fleet.historyDays ?? 0) > 0) void tellWhenDelivered(simulation)
}

/** Tells the parent process, once, that the server has acknowledged all of the past. */
async function tellWhenDelivered({ started }: Simulation): Promise<void> {
  const gateways = await started
  const timer = setInterval(() => {
    if (gateways.some(gateway => gateway.log.waiting() > 0)) return
    clearInterval(timer)
    process.send?.({ history: 'done' })
  }, HISTORY_LOOK)
  timer.unref()
}

/** At most one line a second; omitted lines are counted. */
function sparingly(write: (text: string) => void): (text: string) => void {
  let last = 0
  let left = 0
  return text => {
    const now = Date.now()
    if (now - last < 1000) {
      left++
      return
    }
    write(left > 0 ? `simulator: ${text} (and ${left} more)` : `simulator: ${text}`)
    last = now
    left = 0
  }
}

async function end(): Promise<void> {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(1), FAREWELL).unref()
  await simulation?.stop()
  process.exit(0)
}

function readOptions(): z.infer<typeof Options> {
  try {
    const { values } = parseArgs({
      options: {
        fleet: { type: 'string' },
        speed: { type: 'string' },
        seed: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    return Options.parse(values)
  } catch (error) {
    if (!(error instanceof z.ZodError)) fail(`${(error as Error).message}\n${USAGE}`)
    const lines = error.issues.map(issue => `--${issue.path.join('.')}: ${issue.message}`)
    fail(`${lines.join('\n')}\n${USAGE}`)
  }
}

const options = readOptions()
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())
// without a parent nobody needs these houses
process.on('disconnect', () => void end())
process.on('message', message => {
  try {
    const fault = Breaking.safeParse(message)
    if (fault.success) return void simulation?.plant(fault.data.order)
    const play = Play.parse(message)
    begin(readFleet(play.fleet), play.speed ?? options.speed, play.seed ?? options.seed)
  } catch (error) {
    fail((error as Error).message)
  }
})

if (options.help) {
  console.log(USAGE)
  process.exit(0)
} else if (options.fleet) {
  const fleet = await loadFleet(options.fleet).catch((error: Error) => fail(error.message))
  begin(fleet, options.speed, options.seed)
} else if (!process.connected) {
  fail(USAGE)
}
