import { expect, test } from 'vitest'
import { equipHouse } from './physics/equipment.ts'
import { airOfLevels, levelRisks, levelsOf } from './setting-levels.ts'
import { defaultLevels } from './standards/targets.ts'
import { houseOf } from './testing/judged-house.ts'

const two = (index: number) => String(index).padStart(2, '0')
const at = (level: number, part: string) => `Settings/Vent/L${two(level)}/${part}`

/** 50 inch fans behind groups 3 to 12 in the house of the common table. */
const GROUP_ENDS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12]

/** The common level table as a controller has it. */
const table = Object.fromEntries(
  defaultLevels.flatMap(row => {
    const isCycled = row.sideFansOn > 0 && row.sideFansOn < 300
    const on = isCycled ? row.sideFansOn : row.tunnelFansOn || 60
    const groups = Array.from({ length: 12 }, (_, i) => {
      if (i < 2) return i < row.sideFans ? (row.sideFansOn === 300 ? 1 : 2) : 0
      const end = GROUP_ENDS[i - 2] ?? 0
      if (end <= row.tunnelFans) return 1
      return end <= row.tunnelFans + row.tunnelFansCycled ? 2 : 0
    })
    return [
      ...groups.map((mode, i): [string, number] => [at(row.level, `FanGroupMode/G${two(i + 1)}`), mode]),
      [at(row.level, 'CycleOn'), on],
      [at(row.level, 'CycleOff'), 300 - on],
      [at(row.level, 'SideInlet'), Math.round((row.sideInlet * row.sideInletsUsed) / 80)],
      [at(row.level, 'TunnelInlet'), row.tunnelDoor],
    ] as [string, number][]
  }),
)
const house = houseOf('broiler')
const risks = (changes: Record<string, number>, more: Partial<typeof house> = {}) =>
  levelRisks({ ...table, ...changes }, Object.keys(changes), { ...house, ...more })

test('the levels of the common table result in the air it gives for its house', () => {
  const airs = airOfLevels(table, equipHouse('broiler', house))
  expect(airs.size).toBe(18)
  for (const { level, airflow } of defaultLevels) {
    const found = airs.get(level)?.airflow ?? 0
    expect(Math.abs(found / airflow - 1), `level ${level}: ${found} for ${airflow}`).toBeLessThan(0.12)
  }
  expect(airs.get(10)?.speed).toBeNull()
  expect(airs.get(18)?.speed).toBeCloseTo(3, 0)
  expect(airs.get(18)?.exchange).toBeGreaterThan(30)
  expect(airs.get(18)?.exchange).toBeLessThan(38)
})

test('only the levels in use count', () => {
  expect(levelsOf({ ...table, 'Settings/Vent/LevelCount': 5 })).toHaveLength(5)
})

test('the common table itself causes no warning', () => {
  expect(levelRisks(table, Object.keys(table), house).map(({ message }) => message)).toEqual([])
})

test('less air at a higher level is reported at the cell that causes it', () => {
  const field = at(9, 'FanGroupMode/G04')
  expect(risks({ [field]: 0, [at(9, 'FanGroupMode/G03')]: 0 })).toEqual([
    { field, message: 'risk.airFalls', values: { level: 9, below: 8 } },
  ])
})

test('a level without air is reported while there are birds', () => {
  const still = { [at(1, 'FanGroupMode/G01')]: 0 }
  expect(risks(still)).toEqual([
    { field: at(1, 'FanGroupMode/G01'), message: 'risk.noAir', values: { level: 1 } },
  ])
  expect(risks(still, { alive: 0 })).toEqual([])
})

test('tunnel air on young birds is reported at the door', () => {
  const field = at(10, 'TunnelInlet')
  const messages = (age: number) => risks({ [field]: 20 }, { age }).map(({ message }) => message)
  expect(messages(13)).toContain('risk.coldTunnel')
  expect(messages(14)).not.toContain('risk.coldTunnel')
})
