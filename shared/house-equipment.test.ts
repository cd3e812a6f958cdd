import { describe, expect, test } from 'vitest'
import { HouseEquipment } from './contracts/houses.ts'
import {
  differingEquipment,
  equipmentOf,
  freeAirflow,
  type HousingRows,
  proposedEquipment,
  risingCurve,
  usualMachines,
} from './house-equipment.ts'
import { fanAirflow } from './physics/fans.ts'
import { type HouseType, houseTypes } from './signals.ts'

const size = { lengthM: 100, widthM: 14, heightM: 2.5, latitude: 50, birds: 22_000 }

describe('what is proposed for a house', () => {
  test.each(houseTypes)('%s: is valid for its form, and moves the air of the usual house', type => {
    const proposed = proposedEquipment(type, size)
    expect(HouseEquipment.safeParse(proposed).error).toBeUndefined()
    const usual = equipmentOf({ ...size, type, equipment: null })
    const told = equipmentOf({ ...size, type, equipment: proposed })
    expect(freeAirflow(told) / freeAirflow(usual)).toBeCloseTo(1, 1)
    expect(told.heating / usual.heating).toBeCloseTo(1, 2)
    expect(told.envelope).toEqual(usual.envelope)
  })

  test.each(houseTypes)('%s: is valid whatever the size of the house and the number of birds', type => {
    for (const [lengthM, widthM, heightM] of [
      [1, 1, 1],
      [5, 4, 2.5],
      [10, 5, 2.5],
      [15, 6, 3],
      [300, 60, 15],
    ] as const)
      for (const birds of [1, lengthM * widthM * 6, lengthM * widthM * 20, 500_000])
        expect(
          HouseEquipment.safeParse(proposedEquipment(type, { ...size, lengthM, widthM, heightM, birds }))
            .error,
          `${lengthM} × ${widthM} m, ${birds} birds`,
        ).toBeUndefined()
  })

  // 100 × 14 m at 3 m/s: 99 % of the table it is scaled from
  test('for the reference house is its two side fans and twelve cone fans', () => {
    const { fanGroups, tunnelDoorM2, padM2 } = proposedEquipment('broiler', size)
    expect(fanGroups.map(({ fans }) => fans)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2])
    expect(fanGroups.map(({ model }) => model)).toEqual(['36″', '36″', ...Array(10).fill('50″')])
    expect([tunnelDoorM2, padM2]).toEqual([59, 68])
  })
})

test('recorded equipment counts: groups, their power, and no air from a group without fans', () => {
  const proposed = proposedEquipment('broiler', size)
  const told = equipmentOf({
    ...size,
    type: 'broiler',
    equipment: {
      ...proposed,
      padM2: 0,
      heatingKw: 120,
      fanGroups: [{ group: 3, fans: 4, model: 'EM50', airflowM3h: 40_000, powerKw: 1.1 }],
    },
  })
  expect(told.fanGroups.map(({ fans }) => fans)).toEqual([0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const group = told.fanGroups[2]
  expect(group && fanAirflow(group.curve, 30)).toBeCloseTo(40_000, 3)
  expect([group?.power, told.pad, told.heating]).toEqual([1.1, 0, 120_000])
})

describe('a fan with points from its own data sheet', () => {
  const usual = proposedEquipment('broiler', size)
  const group = { group: 1, fans: 1, model: 'EM50', airflowM3h: 40_000, powerKw: 1.1 }
  const curveWith = (more: object) =>
    equipmentOf({ ...size, type: 'broiler', equipment: { ...usual, fanGroups: [{ ...group, ...more }] } })
      .fanGroups[0]?.curve ?? []

  test('follows them, and falls on beyond the last', () => {
    const curve = curveWith({ freeAirM3h: 50_000, air50PaM3h: 24_000 })
    const at = (pressure: number) => fanAirflow(curve, pressure)
    expect([at(0), at(15), at(30), at(40), at(50)]).toEqual([50_000, 45_000, 40_000, 32_000, 24_000])
    expect(at(60)).toBeLessThan(16_000)
  })

  test('with one given point gets the other from the known fan nearest in size', () => {
    const like = fanAirflow(curveWith({}), 0)
    expect(fanAirflow(curveWith({ air50PaM3h: 30_000, freeAirM3h: null }), 0)).toBe(like)
    expect(fanAirflow(curveWith({ freeAirM3h: 50_000 }), 30)).toBe(40_000)
  })

  test('moves no more air at a higher pressure', () => {
    expect(risingCurve([group, { ...group, freeAirM3h: 39_999 }])).toEqual({ at: 1, point: 'freeAirM3h' })
    expect(risingCurve([{ ...group, air50PaM3h: 40_001 }])).toEqual({ at: 0, point: 'air50PaM3h' })
    expect(risingCurve([{ ...group, freeAirM3h: 40_000, air50PaM3h: 40_000 }])).toBeUndefined()
  })
})

describe('the machines proposed for a house', () => {
  const parts = { sideInletM2: 15, tunnelDoorM2: 59, padM2: 68, heatingKw: 150 }
  const cages = { isTiered: true, tiers: 4, rows: 3 }
  const floor = { isTiered: false, tiers: 1, rows: 3 }
  const counts = (type: HouseType, rows: HousingRows, more = parts) =>
    Object.fromEntries(
      usualMachines(type, size, more, rows).map(({ machine, model, count }) => {
        expect(model, machine).toBe('')
        return [machine, count]
      }),
    )
  /** 100 × 14 m, 22,000 birds: two silos, a probe every 20 m, a lamp for 12 m². */
  const everywhere = {
    inlet: 100,
    tunnelDoor: 2,
    pad: 68,
    heater: 3,
    silo: 2,
    feedScale: 2,
    waterMeter: 1,
    doser: 1,
    temperatureSensor: 5,
    humiditySensor: 1,
    pressureSensor: 1,
    gasSensor: 1,
    light: 117,
    controller: 1,
    panel: 1,
    alarm: 1,
    generator: 1,
  }
  const inCages = { feedCart: 3, waterLine: 12, manureBelt: 12, cage: 12 }
  const onFloor = { feedLine: 3, pan: 400, waterLine: 4 }

  test.each([
    ['layer', cages, { ...inCages, eggBelt: 24, eggElevator: 3 }],
    ['pullet', cages, inCages],
    ['broiler', floor, { ...onFloor, birdScale: 1 }],
    ['breeder', floor, { ...onFloor, eggBelt: 2, birdScale: 1 }],
    ['layer', floor, onFloor],
    ['broiler', cages, { ...inCages, birdScale: 1 }],
  ] as const)('%s in %j: are those of its type, as many as its rows and tiers take', (type, rows, own) => {
    expect(counts(type, rows)).toEqual({ ...everywhere, ...own })
  })

  test('are none that it does without', () => {
    const bare = { sideInletM2: 0, tunnelDoorM2: 0, padM2: 0, heatingKw: 0 }
    const { inlet: _, tunnelDoor: __, pad: ___, heater: ____, ...others } = everywhere
    expect(counts('pullet', cages, bare)).toEqual({ ...others, ...inCages })
  })
})

test('two houses differ if one has noticeably less', () => {
  const one = { ...size, type: 'broiler' as const, equipment: null }
  const usual = proposedEquipment('broiler', size)
  const other = { ...one, equipment: { ...usual, padM2: 0, tunnelDoorM2: usual.tunnelDoorM2 * 0.97 } }
  expect(differingEquipment(one, one)).toEqual([])
  expect(differingEquipment(one, other)).toMatchObject([{ unit: 'm²', there: 0, label: { 'en-US': 'pads' } }])
})
