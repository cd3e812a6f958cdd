import { valuesOf } from './choices.ts'
import type { Fields } from './field.ts'
import { modelKey, type OwnedMachine } from './machine-fit.ts'
import { type Machine, machineNames } from './machines.ts'
import { type Equipment, equipHouse, type HouseSize } from './physics/equipment.ts'
import { CONE_FAN_50, type FanCurve, fanAirflow, SIDE_FAN_36 } from './physics/fans.ts'
import type { Heaters } from './physics/heaters.ts'
import { FAN_GROUPS } from './signals/ventilation-settings.ts'
import type { HouseType } from './signals.ts'
import { type Text, text } from './text.ts'

/** Birds per m² of floor that a house usually holds. */
const STOCKING: Readonly<Record<HouseType, number>> = { layer: 30, pullet: 25, broiler: 16, breeder: 7 }

/** Birds that a house of this kind and size usually holds, where nobody said how many there are. */
export const usualBirds = ({
  type,
  lengthM,
  widthM,
}: Record<'lengthM' | 'widthM', number> & { type: HouseType }): number =>
  Math.round(lengthM * widthM * STOCKING[type])

/** Fans switched by one relay, as in a form. */
export const fanGroupFields = {
  group: { kind: 'whole', least: 1, most: FAN_GROUPS, isRequired: true, label: text('风机组', 'Fan group') },
  fans: { kind: 'whole', least: 1, most: 60, isRequired: true, label: text('台数', 'Fans') },
  model: { kind: 'text', most: 60, label: text('型号', 'Model') },
  /** At 30 Pa, as in data sheets. */
  airflowM3h: {
    kind: 'number',
    least: 500,
    most: 150_000,
    isRequired: true,
    label: text('单台风量（30 Pa）', 'Airflow per fan at 30 Pa'),
  },
  powerKw: { kind: 'number', least: 0, most: 30, isRequired: true, label: text('单台功率', 'Power per fan') },
  drive: {
    kind: 'choice',
    choices: { belt: text('皮带', 'Belt'), direct: text('直联', 'Direct') },
    label: text('传动', 'Drive'),
  },
  /** Two more points of its own curve, if its data sheet is available. */
  freeAirM3h: {
    kind: 'number',
    least: 500,
    most: 200_000,
    label: text('风量（0 Pa，选填）', 'Airflow at 0 Pa, optional'),
  },
  air50PaM3h: {
    kind: 'number',
    least: 0,
    most: 150_000,
    label: text('风量（50 Pa，选填）', 'Airflow at 50 Pa, optional'),
  },
} as const satisfies Fields

/** Other machines of a house, as in a form. */
export const houseMachineFields = {
  machine: { kind: 'choice', choices: machineNames, isRequired: true, label: text('设备', 'Machine') },
  model: { kind: 'text', most: 60, label: text('型号', 'Model') },
  count: { kind: 'whole', least: 1, most: 100_000, label: text('数量', 'Number') },
} as const satisfies Fields
/** Most lines of them. */
export const HOUSE_MACHINES = 60
export interface HouseMachine {
  machine: Machine
  model: string
  count?: number | null | undefined
}
const ownPoints = ['freeAirM3h', 'air50PaM3h'] as const
type OwnPoint = (typeof ownPoints)[number]

/** Heaters by where their burnt gas goes. */
export const heaterNames = {
  flued: text('有烟道、水暖或电热', 'With a flue, hot water or electric'),
  naturalGas: text('直燃式（无烟道），天然气', 'Without a flue, natural gas'),
  propane: text('直燃式（无烟道），液化气', 'Without a flue, propane'),
} as const satisfies Record<Heaters, Text>
export const heaters = valuesOf(heaterNames)

const area = (most: number) => ({ kind: 'number', least: 0, most, isRequired: true }) as const

/** Equipment of a house besides its fans; 0 if it has none. */
export const equipmentFields = {
  sideInletM2: {
    ...area(300),
    label: text('侧墙进风窗面积', 'Side inlets'),
    hint: text('全部打开时的净面积。', 'Free area when all are open.'),
  },
  tunnelDoorM2: { ...area(400), label: text('纵向进风口面积', 'Tunnel door') },
  padM2: { ...area(600), label: text('湿帘面积', 'Pads'), hint: text('没有则填 0。', 'Enter 0 for none.') },
  heatingKw: {
    ...area(5_000),
    label: text('供暖功率', 'Heating'),
    hint: text('没有则填 0。', 'Enter 0 for none.'),
  },
  heaters: {
    kind: 'choice',
    choices: heaterNames,
    label: text('加热方式', 'Heaters'),
    hint: text(
      '直燃式的废气留在舍内，增加二氧化碳和水汽。不选则按有烟道计算。',
      'Without a flue the burnt gas stays in the house as CO2 and water. Not chosen: with a flue.',
    ),
  },
  fogLh: { ...area(20_000), label: text('喷雾量', 'Fogging') },
} as const satisfies Fields

type Numbers<F extends Fields> = Record<keyof F, number>
export type FanGroup = Omit<Numbers<typeof fanGroupFields>, 'model' | 'drive' | OwnPoint> & {
  model: string
  drive?: 'belt' | 'direct' | null | undefined
} & {
  [point in OwnPoint]?: number | null | undefined
}
/** A house's equipment as in its form. */
export type HouseEquipment = Numbers<Omit<typeof equipmentFields, 'heaters'>> & {
  /** Null: not told, counted as with a flue. */
  heaters?: Heaters | null | undefined
  fanGroups: FanGroup[]
  /** Machines besides its fans, by model. */
  machines?: HouseMachine[] | undefined
}

/** The machines on record in a house, each model of fans once. */
export function ownedMachines({ fanGroups, machines = [] }: HouseEquipment): OwnedMachine[] {
  const fans = new Map<string, OwnedMachine>()
  for (const { model, drive, fans: count } of fanGroups) {
    const isDirect = drive === 'direct'
    const key = `${modelKey(model)} ${isDirect}`
    const known = fans.get(key)
    fans.set(key, { machine: 'fan', model, isDirect, count: (known?.count ?? 0) + count })
  }
  return [
    ...fans.values(),
    ...machines.map(({ machine, model, count }) => ({ machine, model, count: count ?? null })),
  ]
}

/** Fans with known curves: proposed for groups, and used to estimate the curves of others. */
const knownFans = [
  { model: '36″', airflow: 15_300, power: 0.5, curve: SIDE_FAN_36 },
  { model: '50″', airflow: 37_800, power: 1, curve: CONE_FAN_50 },
] as const
/** Pa for which the airflow of a fan is given */
const RATED_PRESSURE = 30
/** Pa in a nearly closed house */
const HIGH_PRESSURE = 50
const KW = 1_000

/** The curve of a fan: its own if two or more points are given, otherwise that of the known one nearest in size. */
function curveOf({ airflowM3h, freeAirM3h, air50PaM3h }: FanGroup): FanCurve {
  const like = curveLike(airflowM3h)
  if (typeof freeAirM3h !== 'number' && typeof air50PaM3h !== 'number') return like
  return [
    [0, freeAirM3h ?? fanAirflow(like, 0)],
    [RATED_PRESSURE, airflowM3h],
    ...(typeof air50PaM3h === 'number' ? [[HIGH_PRESSURE, air50PaM3h] as const] : []),
  ]
}

/** The first group whose curve would move more air at a higher pressure, and the point where it does. */
export function risingCurve(groups: readonly FanGroup[]): { at: number; point: OwnPoint } | undefined {
  for (const [at, { airflowM3h, freeAirM3h, air50PaM3h }] of groups.entries()) {
    if (typeof freeAirM3h === 'number' && freeAirM3h < airflowM3h) return { at, point: 'freeAirM3h' }
    if (typeof air50PaM3h === 'number' && air50PaM3h > airflowM3h) return { at, point: 'air50PaM3h' }
  }
  return undefined
}

/** The curve of the known fan nearest to one that moves `airflow` m³/h at 30 Pa, scaled to it. */
function curveLike(airflow: number): FanCurve {
  const ratio = (known: number) => Math.abs(Math.log(airflow / known))
  const { curve } = knownFans.toSorted((a, b) => ratio(a.airflow) - ratio(b.airflow))[0] ?? knownFans[1]
  const scale = airflow / fanAirflow(curve, RATED_PRESSURE)
  return curve.map(([pressure, known]) => [pressure, known * scale] as const)
}

/** A house with its recorded equipment. */
export interface EquippedHouse extends HouseSize {
  type: HouseType
  /** Null: not recorded. */
  equipment: HouseEquipment | null
}

/** The equipment that house physics calculates with: what is recorded, otherwise the usual for type and size. */
export function equipmentOf({ type, equipment: told, ...size }: EquippedHouse): Equipment {
  const usual = equipHouse(type, size)
  if (!told) return usual
  const groups = new Map(told.fanGroups.map(each => [each.group, each]))
  return {
    ...usual,
    fanGroups: Array.from({ length: FAN_GROUPS }, (_, i) => {
      const group = groups.get(i + 1)
      if (!group) return { curve: CONE_FAN_50, fans: 0, power: 0 }
      return { curve: curveOf(group), fans: group.fans, power: group.powerKw }
    }),
    sideInlets: told.sideInletM2,
    tunnelDoor: told.tunnelDoorM2,
    pad: told.padM2,
    heating: told.heatingKw * KW,
    heaters: told.heaters ?? usual.heaters,
    fog: told.fogLh,
  }
}

/** Relative difference in size within which a fan may be the known one. */
const LIKE_KNOWN = 0.2
const modelOf = (curve: FanCurve) => knownFans.find(known => known.curve === curve)?.model ?? ''
const rounded = (value: number, step: number) => Math.round(value / step) * step
/** The nearest that the form takes: houses may be smaller or larger than any fan is made for. */
const within = ({ least, most }: { least: number; most: number }, value: number) =>
  Math.min(most, Math.max(least, value))

/** What a house of this type and size usually has, in whole fans: initial values for its form. */
export function proposedEquipment(type: HouseType, size: HouseSize): HouseEquipment {
  const { fanGroups, sideInlets, tunnelDoor, pad, heating, fog } = equipHouse(type, size)
  return {
    fanGroups: fanGroups.map(({ curve, fans, power }, i) => {
      const whole = within(fanGroupFields.fans, Math.round(fans))
      const share = fans / whole
      return {
        group: i + 1,
        fans: whole,
        model: Math.abs(share - 1) < LIKE_KNOWN ? modelOf(curve) : '',
        airflowM3h: within(
          fanGroupFields.airflowM3h,
          rounded(share * fanAirflow(curve, RATED_PRESSURE), 100),
        ),
        powerKw: within(fanGroupFields.powerKw, Number((share * power).toFixed(2))),
      }
    }),
    sideInletM2: within(equipmentFields.sideInletM2, rounded(sideInlets, 1)),
    tunnelDoorM2: within(equipmentFields.tunnelDoorM2, rounded(tunnelDoor, 1)),
    padM2: within(equipmentFields.padM2, rounded(pad, 1)),
    heatingKw: within(equipmentFields.heatingKw, rounded(heating / KW, 1)),
    fogLh: within(equipmentFields.fogLh, rounded(fog, 10)),
  }
}

/** How birds are kept in a house: rows of cages with tiers, or lines of feeders on the floor. */
export interface HousingRows {
  isTiered: boolean
  tiers: number
  rows: number
}

/** A probe for so many metres of length, and the fewest in a house. */
const [PROBE_EVERY_M, LEAST_PROBES] = [20, 4]
/** Free area of one side inlet, m²; output of one heater, kW; m² that an LED lamp lights; birds on a silo. */
const [INLET_M2, HEATER_KW, LAMP_M2, SILO_BIRDS] = [0.15, 70, 12, 20_000]
/** On the floor: metres of width for a water line, and metres of a feed line for a pan. */
const [WATER_LINE_M, PAN_M] = [3.5, 0.75]

/**
 * The machines that a house of this type and size usually has besides its fans, in whole numbers: practice of the field, to
 * be corrected on the spot. Models stay open.
 */
export function usualMachines(
  type: HouseType,
  size: HouseSize,
  {
    sideInletM2,
    tunnelDoorM2,
    padM2,
    heatingKw,
  }: Pick<HouseEquipment, 'sideInletM2' | 'tunnelDoorM2' | 'padM2' | 'heatingKw'>,
  { isTiered, tiers, rows }: HousingRows,
): HouseMachine[] {
  const { lengthM, widthM, birds } = size
  const belts = tiers * rows
  const counted: Partial<Record<Machine, number>> = {
    inlet: sideInletM2 / INLET_M2,
    tunnelDoor: tunnelDoorM2 > 0 ? 2 : 0,
    pad: padM2,
    heater: heatingKw / HEATER_KW,
    ...(isTiered
      ? { feedCart: rows, waterLine: belts, manureBelt: belts, cage: belts }
      : { feedLine: rows, pan: (rows * lengthM) / PAN_M, waterLine: widthM / WATER_LINE_M }),
    ...(type === 'layer' && isTiered ? { eggBelt: 2 * belts, eggElevator: rows } : {}),
    ...(type === 'breeder' ? { eggBelt: 2, birdScale: 1 } : {}),
    ...(type === 'broiler' ? { birdScale: 1 } : {}),
    silo: birds / SILO_BIRDS,
    feedScale: birds / SILO_BIRDS,
    waterMeter: 1,
    doser: 1,
    temperatureSensor: Math.max(LEAST_PROBES, lengthM / PROBE_EVERY_M),
    humiditySensor: 1,
    pressureSensor: 1,
    gasSensor: 1,
    light: (lengthM * widthM) / LAMP_M2,
    controller: 1,
    panel: 1,
    alarm: 1,
    generator: 1,
  }
  return (Object.entries(counted) as [Machine, number][])
    .filter(([, count]) => count > 0)
    .map(([machine, count]) => ({ machine, model: '', count: Math.ceil(count) }))
}

/** m³/h that all fans of a house move in free air. */
export const freeAirflow = ({ fanGroups }: Equipment): number =>
  fanGroups.reduce((sum, { curve, fans }) => sum + fans * fanAirflow(curve, 0), 0)

/** What is compared when settings go from one house to another; m³/h, m² and kW. */
const compared = {
  fans: { unit: 'm³/h', of: freeAirflow, label: text('风机', 'fans') },
  sideInlets: {
    unit: 'm²',
    of: ({ sideInlets }: Equipment) => sideInlets,
    label: text('侧墙进风窗', 'side inlets'),
  },
  tunnelDoor: {
    unit: 'm²',
    of: ({ tunnelDoor }: Equipment) => tunnelDoor,
    label: text('纵向进风口', 'tunnel door'),
  },
  pad: { unit: 'm²', of: ({ pad }: Equipment) => pad, label: text('湿帘', 'pads') },
  heating: { unit: 'kW/heat', of: ({ heating }: Equipment) => heating / KW, label: text('供暖', 'heating') },
} as const
/** Relative difference between two houses' equipment that is not mentioned. */
const ALIKE = 0.05

/** Where the equipment of two houses differs, each with the values of both. */
export function differingEquipment(one: EquippedHouse, other: EquippedHouse) {
  const [a, b] = [equipmentOf(one), equipmentOf(other)]
  return Object.values(compared).flatMap(({ unit, of, label }) => {
    const [here, there] = [of(a), of(b)]
    return Math.abs(here - there) <= ALIKE * Math.max(here, there) ? [] : [{ unit, label, here, there }]
  })
}
