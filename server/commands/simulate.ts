import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type Roughness, roughnesses, roughnessNames } from '#shared/rough-houses.ts'
import { secretOf } from '../demo/seed/demo.ts'
import { replaceEndedFlocks } from '../demo/seed/demo-flocks.ts'
import { fleetGateways } from '../demo/seed/houses.ts'
import { addLoadHouses } from '../demo/seed/load-houses.ts'
import { asOwner, withDatabase } from '../platform/database/connect.ts'
import { readMark } from '../platform/database/marks.ts'
import * as schema from '../platform/database/schema.ts'
import { lockLoadTest, runningServer } from '../platform/lock.ts'
import { StartError } from '../platform/start-error.ts'
import { command } from './command.ts'
import { tellFault } from './tell-fault.ts'

/** More than the longest name. */
const NAME_WIDTH = 10
const roughList = Object.entries(roughnesses)
  .map(([name, does]) => `${' '.repeat(20)}${name.padEnd(NAME_WIDTH)}${does}`)
  .join('\n')

const USAGE = `npm run simulate -- [options]: more houses on a running demonstration, or a fault in one it has
  --houses <n>    at least so many houses of the customer "Load test" (default 100)
  --speed <x>     they live x times as fast as the clock (default 1)
  --rough <names> how every second of them differs from a neat one: all, or some of these, with commas in between
${roughList}
  --fault <name>  breaks something in a house of the demonstration instead:
                    power      the mains are gone; the generator takes over after 15 s
                    generator  does not start when the mains are gone: nothing runs, and the house opens when it gets hot
                    fan        fan group --number 1 to 12 stands still
                    probe      temperature probe --number 1 to 8 is dead
                    link       the gateway has lost its network, with all houses behind it
                    water      no water in the drinkers (alarm after half an hour of light)
                    feed       the auger runs and brings nothing (alarm after its longest run)
                    door       side inlets and tunnel door stand where they are
                    clock      the controller's clock is an hour slow
  --house <name>  which house: its name, or the code of its controller
  --number <n>    which fan group or probe (default 1)
  --end           repairs it again
  --help          this list`

const MOST_HOUSES = 20_000
/** The server looks up each unknown gateway in its database, only so many a second per address. */
const NEW_GATEWAYS_A_SECOND = 4

/** The command line's options. Throws StartError with the list of them. */
function optionsOf(args: string[]) {
  try {
    const options = {
      houses: { type: 'string', default: '100' },
      speed: { type: 'string', default: '1' },
      rough: { type: 'string' },
      fault: { type: 'string' },
      house: { type: 'string' },
      number: { type: 'string' },
      end: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const
    return parseArgs({ options, args }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`)
  }
}

function whole(text: string, name: string, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new StartError(`--${name} must be a whole number from 1 to ${most}`)
}

/** How rough every second house is to be. Throws StartError. */
function roughOf(text: string | undefined): readonly Roughness[] {
  if (text === undefined) return []
  if (text === 'all') return roughnessNames
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(name in roughnesses))
  if (unknown !== undefined)
    throw new StartError(`--rough ${unknown} is not known: all, or some of ${roughnessNames.join(', ')}`)
  return roughnessNames.filter(name => names.includes(name))
}

/**
 * npm run simulate -- --houses N --speed X: registers at least N houses of the customer "Load test" (existing ones stay) and
 * plays their controllers against the running server, X times as fast as the clock. When it ends they go offline; the next
 * run brings the same ones back.
 */
await command(async config => {
  const values = optionsOf(process.argv.slice(2))
  if (values.help) return console.log(USAGE)
  if (values.fault !== undefined) return tellFault(config, { ...values, fault: values.fault })
  const houses = whole(values.houses, 'houses', MOST_HOUSES)
  const speed = whole(values.speed, 'speed', 3_600)
  const rough = roughOf(values.rough)
  const mqttUrl = config.mqttUrl ?? runningServer(config.dataDir)?.mqttUrl
  if (!mqttUrl)
    throw new StartError('The server does not run on this data folder: start it first (npm start)')
  const lock = lockLoadTest(config.dataDir)
  const { added, gateways } = await withDatabase(config, urls =>
    asOwner(urls, async owner => {
      if ((await readMark(owner, 'purpose')) !== 'demo')
        throw new StartError('Simulated houses are added to a demonstration only (DEMO=on)')
      const secret = (code: string) => secretOf(config.appSecret, code)
      const { codes, added } = await addLoadHouses(owner, drizzle({ client: owner, schema }), houses, secret)
      const has = (code: string) => codes.has(code)
      await replaceEndedFlocks(owner, has)
      return { added, gateways: await fleetGateways(owner, has, secret) }
    }),
  )
  const devices = gateways.flatMap(gateway => gateway.devices)
  for (const [i, { house }] of devices.entries()) if (i % 2 === 1) house.rough = rough
  const { group, hostId } = config
  const fleet = {
    mqtt: { url: mqttUrl },
    group,
    hostId,
    historyDays: 0,
    gateways,
    ...(added > 0 && { connectsASecond: NEW_GATEWAYS_A_SECOND }),
  }
  console.log(
    `Simulating ${devices.length} houses behind ${gateways.length} gateways (${added} of them new) at ${speed} times the speed of the clock; Ctrl-C ends it.`,
  )
  await play(fleet, speed)
  lock.release()
})

/** Plays the fleet in a separate process until that ends or is told to say goodbye. */
async function play(fleet: object, speed: number): Promise<void> {
  const program = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url))
  // Its own process group: Ctrl-C reaches only us, and we then stop it.
  const simulator = fork(program, [], { execArgv: [], detached: true })
  let isTold = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isTold = true
      simulator.kill('SIGTERM')
    })
  simulator.send({ fleet, speed })
  const [code] = await once(simulator, 'exit')
  if (code !== 0 && !isTold) throw new StartError('The simulator ended with a fault')
}
