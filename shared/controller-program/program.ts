/** The settings of a controller in the form it works with; made from the flat settings by `program-from-settings.ts`. */
export interface Program {
  curve: CurvePoint[]
  /** K */
  targetOffset: number
  nightSetback: number
  outdoorAlarmComp: number
  sensorDiffAlarm: number
  /** °C */
  absHighAlarm: number
  /** which of the eight sensors count, by index from 0 */
  averaged: boolean[]
  limits: { day: number; min: number; max: number }[]
  levels: LevelProgram[]
  /** s */
  upDelay: number
  downDelay: number
  /** K */
  hysteresis: number
  tunnelStart: number
  tunnelHysteresis: number
  /** °C outside, and K below target outside, under which there is no tunnel ventilation */
  tunnelMinOutdoor: number
  tunnelOutdoorExit: number
  compensation: CompensationProgram
  inlets: InletProgram
  pad: PadProgram
  humidify: { on: number; off: number; onTime: number; offTime: number }
  heating: HeatingZone[]
  /** K, %, ppm, Pa added to the raw value; null: sensor switched off */
  corrections: {
    temperature: (number | null)[]
    humidity: (number | null)[]
    co2: (number | null)[]
    nh3: (number | null)[]
    pressure: (number | null)[]
  }
  /** one program for each of the four dimmers */
  light: LightPoint[][]
  alarm: {
    pressureHigh: number
    pressureLow: number
    /** s */
    delay: number
    /** l/h, min, kg; 0 switches the alarm off */
    waterMax: number
    waterMin: number
    feedOverrun: number
    siloLow: number
  }
  /** what relays 1 to 64 drive, as codes of `Settings/Relay/Rnn/Function`, and which are normally closed */
  relays: { drives: number; inverted: boolean }[]
  /** what digital inputs 1 to 16 see */
  digitalInputs: number[]
  /** 0 empty, 1 preheat, 2 growing, 3 catching, 4 cleaning */
  houseMode: number
}

/** Temperatures from an age in days on; °C, alarm differences in K. */
export interface CurvePoint {
  day: number
  target: number
  heat: number
  cool: number
  tunnel: number
  lowAlarm: number
  highAlarm: number
}

/** One row of the level table. */
export interface LevelProgram {
  /** K above target at which the level starts when level 1 is today's minimum */
  offset: number
  /** per fan group: 0 off, 1 on, 2 on the cycle timer */
  groups: number[]
  /** s */
  cycleOn: number
  cycleOff: number
  /** % */
  sideInlet: number
  tunnelInlet: number
  /** Pa */
  pressure: number
  pad: boolean
}

/** When minimum ventilation increases for reasons other than warmth. */
interface CompensationProgram {
  humidityOn: number
  humidityBand: number
  co2On: number
  co2Band: number
  nh3On: number
  nh3Band: number
  /** % of the ON time per step of this many s, up to max % */
  step: number
  stepSeconds: number
  max: number
  /** smallest factor on the cycle in frost */
  outdoorFactor: number
}

interface InletProgram {
  /** true: side inlets keep the level's pressure; false: they are where the level says */
  byPressure: boolean
  /** s from shut to open and back; side inlets of both walls */
  side1: Travel
  side2: Travel
  tunnel: Travel
  /** Pa of tolerated deviation, and s for which it may be larger */
  band: number
  delay: number
}

/** s of the motor of an opening */
export interface Travel {
  open: number
  close: number
}

interface PadProgram {
  /** K above target */
  startDiff: number
  /** s */
  onTime: number
  offTime: number
  /** % */
  maxHumidity: number
  humidityBand: number
  /** h of the day */
  startHour: number
  stopHour: number
  startDay: number
}

interface HeatingZone {
  enabled: boolean
  /** temperature sensor from 1 */
  sensor: number
  /** K below target at which it is fully on, and at which it is off */
  onDiff: number
  offDiff: number
}

/** Light from an age in days on; hours of the day, % and minutes. */
export interface LightPoint {
  fromDay: number
  on: number
  off: number
  level: number
  rampUp: number
  rampDown: number
}

/** Temperatures at an age in days, linear between the points of the curve. */
export function curveAt(curve: readonly CurvePoint[], day: number): CurvePoint | undefined {
  const next = curve.findIndex(point => point.day > day)
  if (next <= 0) return next === 0 ? curve[0] : curve.at(-1)
  const [before, after] = [curve[next - 1] as CurvePoint, curve[next] as CurvePoint]
  const share = (day - before.day) / (after.day - before.day)
  const between = (key: keyof CurvePoint) => before[key] + (after[key] - before[key]) * share
  return {
    day,
    target: between('target'),
    heat: between('heat'),
    cool: between('cool'),
    tunnel: between('tunnel'),
    lowAlarm: between('lowAlarm'),
    highAlarm: between('highAlarm'),
  }
}

/** The light windows in force at an age in days: all of the last day not after it. */
export function lightPointsAt(points: readonly LightPoint[], day: number): LightPoint[] {
  const holding = points.findLast(point => point.fromDay <= day) ?? points[0]
  return holding ? points.filter(point => point.fromDay === holding.fromDay) : []
}

/** Hours since the light of a point came on, negative before; and hours it stays on. */
export function lightPhase(point: LightPoint, hour: number): { since: number; hours: number } {
  const hours = (((point.off - point.on) % 24) + 24) % 24 || 24
  const since = (((hour - point.on) % 24) + 24) % 24
  return { since: since < hours ? since : since - 24, hours }
}

/** Output in % of a light point at an hour, with its dawn and dusk. */
export function lightOutput(point: LightPoint, hour: number): number {
  const { since, hours } = lightPhase(point, hour)
  if (since < 0) return 0
  if (hours >= 24) return point.level
  const up = point.rampUp > 0 ? since / (point.rampUp / 60) : 1
  const down = point.rampDown > 0 ? (hours - since) / (point.rampDown / 60) : 1
  return point.level * Math.max(0, Math.min(1, up, down))
}
