import type { SettingDocument } from '../signals.ts'

const point = (at: string, parts: readonly string[]) => parts.map(part => `${at}/${part}`)

/** Settings without which a controller's programme cannot be run. */
const needed = [
  'Temp/AvgSensors',
  ...point('Temp/Curve/P01', ['Day', 'Target', 'Heat', 'Cool', 'Tunnel', 'LowAlarmDiff', 'HighAlarmDiff']),
  ...point('Vent', ['LevelCount', 'LevelUpDelay', 'LevelDownDelay', 'Hysteresis']),
  ...point('Vent/MinMax/P01', ['Day', 'Min', 'Max']),
  ...point('VentComp', ['StepPct', 'StepSec', 'MaxPct', 'OutdoorFactor']),
  'Flock/HouseMode',
].map(name => `Settings/${name}`)

/** Modes in which a controller runs nothing: empty, and being cleaned. */
const SHUT = [0, 4]

/** What prevents a controller's programme from being run: settings it does not report, or the mode of its house. */
export function obstaclesTo(
  told: SettingDocument,
): { field: string; message: 'whatIf.notTold' | 'whatIf.shut' }[] {
  const missing = needed.filter(name => typeof told[name] !== 'number')
  if (missing.length > 0) return missing.map(field => ({ field, message: 'whatIf.notTold' }))
  const mode = 'Settings/Flock/HouseMode'
  return SHUT.includes(Number(told[mode])) ? [{ field: mode, message: 'whatIf.shut' }] : []
}
