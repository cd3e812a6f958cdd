import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DocumentError } from '#shared/register-maps/documents.ts'
import { loadSetup, loadWiring } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'smart-farm-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEAD = `server:
  url: mqtts://farm.example:8883
  group: farm
  gateway: GW-1
  secret: s
storage: { folder: memory }
buses:
  - { name: house 1, serial: { path: /dev/ttyUSB0, baud: 9600 } }
controllers:
`
async function load(text: string) {
  const path = join(folder, 'farm.yaml')
  writeFileSync(path, text)
  return loadSetup(path)
}
const problemsOf = (text: string) =>
  load(text).then(
    () => '',
    error => (error instanceof DocumentError ? error.message.replaceAll(`${folder}/`, '') : String(error)),
  )

test('a farm with two probes of one model: each has its number, and the id of its map unless it says another', async () => {
  const { controllers, storage } = await load(
    `${HEAD}  - code: HC-1
    units:
      - { bus: house 1, map: seeed-s-nh3-01 }
      - { bus: house 1, map: seeed-s-nh3-01, unit: 16, number: 2 }
`,
  )
  const units = controllers[0]?.units ?? []
  expect(units.map(({ unit, fields }) => [unit, fields[0]?.metric, fields[1]?.label?.en])).toEqual([
    [15, 'Air/NH3/S1', 'Ammonia sensor 1 temperature'],
    [16, 'Air/NH3/S2', 'Ammonia sensor 2 temperature'],
  ])
  expect(storage).toEqual({ folder: join(folder, 'memory'), hours: 72, megabytes: 500 })
})

test.each([
  [
    'a bus that is not there',
    '  - { code: HC-1, units: [{ bus: house 2, map: senseair-s8 }] }\n',
    'farm.yaml:10: controllers.0.units.0.bus: there is no bus "house 2"',
  ],
  [
    'a map that is not there',
    '  - { code: HC-1, units: [{ bus: house 1, map: other }] }\n',
    'farm.yaml:10: controllers.0.units.0.map: there is no such map',
  ],
  [
    'an address twice',
    '  - code: HC-1\n    units:\n      - { bus: house 1, map: senseair-s8, unit: 4 }\n      - { bus: house 1, map: nyk-es810, unit: 4 }\n',
    'farm.yaml:13: controllers.0.units.1: unit 4 of bus "house 1" is already senseair-s8',
  ],
  [
    'one value from two units',
    '  - code: HC-1\n    units:\n      - { bus: house 1, map: senseair-s8, unit: 4 }\n      - { bus: house 1, map: seeed-s-co2-03, unit: 5 }\n',
    'farm.yaml:13: controllers.0.units.1: Air/CO2/S1 already comes from another unit',
  ],
  [
    'a code twice',
    '  - { code: HC-1, units: [{ bus: house 1, map: senseair-s8 }] }\n  - { code: hc-1, units: [{ bus: house 1, map: nyk-es810 }] }\n',
    'farm.yaml:11: controllers.1.code: this code is there twice',
  ],
])('%s is told with its line', async (_, controllers, says) => {
  expect(await problemsOf(HEAD + controllers)).toContain(says)
})

test('a speed that is no number, and a word that does not exist, are told together', async () => {
  const text = `${HEAD}  - { code: HC-1, units: [{ bus: house 1, map: senseair-s8 }] }\n`
    .replace('baud: 9600', 'baud: fast')
    .replace('secret:', 'secrets:')
  const says = await problemsOf(text)
  expect(says).toContain('farm.yaml:5: server')
  expect(says).toContain('farm.yaml:8: buses.0.serial.baud')
})

const HOUSE = '  - { code: HC-1, units: [{ bus: house 1, map: senseair-s8 }] }\n'
test.each([
  [
    'that nobody could silence',
    'siren: { bus: house 1, unit: 30, coil: 0 }',
    'farm.yaml:11: siren: nobody could silence it: give local a pin, or the siren a button',
  ],
  [
    'on a bus that is not there',
    'siren: { bus: yard, unit: 30, coil: 0, button: { bus: yard, unit: 30, discrete: 1 } }',
    'farm.yaml:11: siren.bus: there is no bus "yard"\nfarm.yaml:11: siren.button.bus: there is no bus "yard"',
  ],
  [
    'that is switched by two things',
    'siren: { bus: house 1, unit: 30, coil: 0, register: 1 }',
    'farm.yaml:11: siren: say what switches it',
  ],
  ['with a PIN whose zeros YAML would drop', 'local: { port: 8080, pin: 0123 }', 'farm.yaml:11: local.pin: '],
])('a siren %s is told with its line', async (_, more, says) => {
  expect(await problemsOf(`${HEAD}${HOUSE}${more}\n`)).toContain(says)
})

test('a gateway that is not paired can be checked, but not run; both a server and a code are too much', async () => {
  const controllers = '  - { code: HC-1, units: [{ bus: house 1, map: senseair-s8 }] }\n'
  const bare = HEAD.slice(HEAD.indexOf('storage')) + controllers
  const path = join(folder, 'farm.yaml')
  writeFileSync(path, bare)
  expect((await loadWiring(path)).controllers).toHaveLength(1)
  expect(await problemsOf(bare)).toContain('this gateway is not paired yet')
  const both = `${HEAD}${controllers}pair: { code: K7QM-3FZD, server: https://farm.example }\n`
  expect(await problemsOf(both)).toContain('farm.yaml:11: pair: ')
})
