import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkMap } from '#shared/register-maps/check-map.ts'

const shipped = (name: string) => readFileSync(new URL(`maps/${name}.yaml`, import.meta.url), 'utf8')

test('a map without faults is a list of registers, named as on the screens', () => {
  const { problems, registers } = checkMap(shipped('example-climate-computer'), 'en-US')
  expect(problems).toEqual([])
  expect(registers[0]).toEqual({
    table: 'input',
    places: [0],
    type: 'int16',
    kind: 'metric',
    label: 'Average temperature',
    unit: '°C',
    scale: 0.1,
  })
  const labels = registers.map(({ label }) => label)
  expect(labels).toContain('High temperature (held until it is reset at the panel)')
  expect(labels).toContain('Somebody works at the panel')
  expect(new Set(registers.map(({ kind }) => kind))).toEqual(
    new Set(['metric', 'setting', 'alarm', 'latched', 'lock']),
  )
})

test('a number that the configuration gives is left open, and distant registers are all named', () => {
  const [nh3] = checkMap(shipped('seeed-s-nh3-01'), 'en-US').registers
  expect(nh3).toMatchObject({ label: 'Ammonia (NH3) #', places: [0x2000, 0x2001], type: 'float32' })
  expect(checkMap(shipped('nyk-es810'), 'zh-CN').registers[0]?.places).toEqual([0x10, 0])
})

test('what is wrong is told with its line, in the language of the reader', () => {
  const wrong = shipped('example-climate-computer').replace('alarm: LowTemp', 'alarm: Fire')
  const { problems, registers } = checkMap(wrong, 'zh-CN')
  expect(registers).toEqual([])
  const line = wrong.split('\n').findIndex(text => text.includes('Fire')) + 1
  expect(problems).toEqual([expect.objectContaining({ line, message: '系统中没有报警 Fire' })])
  expect(checkMap(wrong, 'en-US').problems[0]?.message).toBe('Fire is no alarm of the signal model')
})
