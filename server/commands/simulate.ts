import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { asOwner, withDatabase } from '../database/connect.ts'
import { readMark } from '../database/marks.ts'
import * as schema from '../database/schema.ts'
import { secretOf } from '../database/seed/demo.ts'
import { fleetGateways } from '../database/seed/houses.ts'
import { addLoadHouses, LOAD_PREFIX } from '../database/seed/load-houses.ts'
import { readRunning } from '../lock.ts'
import { StartError } from '../start-error.ts'
import { command } from './command.ts'

const MOST_HOUSES = 20_000

function whole(text: string, name: string, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new StartError(`--${name} must be a whole number from 1 to ${most}`)
}

/**
 * npm run simulate -- --houses N --speed X: registers N houses of the customer "Load test" (those that exist already
 * stay) and plays their controllers against the running server, X times as fast as the clock.
 */
await command(async config => {
  const options = {
    houses: { type: 'string', default: '100' },
    speed: { type: 'string', default: '1' },
  } as const
  const { values } = parseArgs({ options, args: process.argv.slice(2) })
  const houses = whole(values.houses, 'houses', MOST_HOUSES)
  const speed = whole(values.speed, 'speed', 3_600)
  const running = readRunning(config.dataDir)
  const mqttUrl = config.mqttUrl ?? running?.mqttUrl
  if (!mqttUrl)
    throw new StartError('The server does not run on this data folder: start it first (npm start)')
  const gateways = await withDatabase(config, urls =>
    asOwner(urls, async owner => {
      if ((await readMark(owner, 'purpose')) !== 'demo')
        throw new StartError('Simulated houses are added to a demonstration only (DEMO=on)')
      const secret = (code: string) => secretOf(config.appSecret, code)
      const codes = await addLoadHouses(owner, drizzle({ client: owner, schema }), houses, secret)
      return fleetGateways(owner, code => code.startsWith(LOAD_PREFIX) && codes.has(code), secret)
    }),
  )
  const { group, hostId } = config
  console.log(`Simulating ${houses} houses at ${speed} times the speed of the clock; Ctrl-C ends it.`)
  const program = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url))
  const simulator = fork(program, [], { execArgv: [] })
  simulator.send({ fleet: { mqtt: { url: mqttUrl }, group, hostId, historyDays: 0, gateways }, speed })
  await new Promise(resolve => simulator.once('exit', resolve))
})
