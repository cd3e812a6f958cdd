import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * What a device last reported is held in memory, where no policy of the database asks who is looking. Who reads it for a
 * viewer, and why the viewer may have it: the house or alarm it is read for came through the viewer's policies.
 */
const forViewers: Readonly<Record<string, string>> = {
  'server/features/iot-products/iot-products.ts':
    'the signals a device declares and the version of its firmware, no values; for staff',
  'server/features/iot-products/map-trials.ts':
    'what a gateway of a sharing farm answered, and values beside it; for staff',
  'server/features/devices/told.ts': 'hardware, software and reception of a device, no values of a farm',
  'server/features/mall/my-machines.ts': 'what drives in the houses of the buyer’s own farm',
  'server/features/repairs/repair-readings.ts':
    'kept with a repair as farm data, which is shown only while shared',
  'server/features/alarms/alarms.queries.ts': 'the value of an alarm that the viewer’s policies show',
  'server/features/settings/copy.ts': 'houses that the viewer’s policies of remote control show',
  'server/features/settings/settings.queries.ts':
    'a controller that the viewer’s policies of remote control show',
  'server/features/houses/house-equipment.ts':
    'which machines a controller drives, only where remote control is allowed',
  'server/features/houses/house-state.ts':
    'houses with the row of their state, which is shown only while shared',
  'server/features/houses/told-by.ts': 'houses with the row of their state, which is shown only while shared',
  'server/features/houses/house-controllers.ts':
    'a shared house; settings only where remote control is allowed too',
  'server/features/houses/metric-facts.ts':
    'a house with the row of its state, which is shown only while shared',
  'server/features/weather/sensors.ts':
    'houses at a place with the row of their state, which is shown only while shared',
  'server/live/frames.ts': 'houses that the socket’s viewer is let watch, asked again with every change',
  'server/live/walls.ts': 'counters of all houses; each viewer is told sums of those shared with them',
}
/** Work of the server for every farm, whoever looks: its results are kept in tables with policies. */
const forNobody: Readonly<Record<string, string>> = {
  'server/features/overhaul/tests/test-basis.ts':
    'what a safety test of the farm stands on, kept as farm data',
  'server/features/overhaul/tests/planned-tests.ts': 'whether a generator runs, for the plan of the farm',
  'server/farm/house-state/house-states.ts': 'states of all houses, told to each socket in its scope',
  'server/farm/house-state/device-alarms.ts': 'alarms of all houses',
  'server/farm/alarms/endings.ts': 'alarms of all houses',
  'server/farm/alarms/hear-devices.ts': 'alarms of all houses',
  'server/farm/alarms/silence-sweep.ts': 'alarms of all houses',
  'server/farm/alarms/tell-gateways.ts': 'each gateway is told of its own houses',
  'server/farm/alarms/answers.ts': 'the value of an alarm for the people it was told to',
  'server/farm/alarms/flock-rules/flock-watch.ts': 'flocks of all houses are judged',
  'server/farm/alarms/chain.ts': 'alarms of all houses',
  'server/farm/alarms/looks.ts': 'alarms of all houses',
  'server/farm/alarms/water-watch.ts': 'alarms of all houses',
  'server/farm/alarms/placing.ts': 'alarms of all houses',
  'server/farm/settings/temporary.ts': 'temporary changes of all controllers end by themselves',
  'server/farm/settings/settings.ts': 'changes of all controllers are sent and read back',
  'server/farm/settings/reported.ts': 'settings of all controllers, kept under the policy of remote control',
}

/** Asks for a state, or hands on the function that does. */
const READS = /\blatest\??\.?\(|\bdevices\.latest\b/
/** Takes the states themselves, past the function. */
const READS_PAST = /\bdevices\??\.states\b|\{[^{}]*\b(latest|states)\b[^{}]*\} = [\w.]*\bdevices\b/

describe('what devices last reported', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    file => !/\.(test|fixture)\.ts$|\/testing\/|^server\/(demo|commands|telemetry)\//.test(file),
  )
  const matching = (what: RegExp) =>
    files.filter(file => what.test(readFileSync(`${root}${file}`, 'utf8'))).toSorted()
  const reading = matching(READS)

  test('is read through the one function, never past it', () => expect(matching(READS_PAST)).toEqual([]))

  test('is read only by the files that give a reason', () =>
    expect(reading).toEqual(Object.keys({ ...forViewers, ...forNobody }).toSorted()))

  test('is read for viewers in the scope of their own farm where the row does not ask for consent', () => {
    // The device itself is no farm data: only these may be read by staff of offices above without consent.
    const unasked = ['server/features/iot-products/iot-products.ts', 'server/features/devices/told.ts']
    for (const file of unasked)
      expect(readFileSync(`${root}${file}`, 'utf8')).not.toMatch(/Settings\/|Climate\//)
    expect(readFileSync(`${root}server/features/mall/my-machines.ts`, 'utf8')).toMatch(/\binOwnFarm\(/)
  })
})
