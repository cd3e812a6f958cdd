import { levelsOf } from '../setting-levels.ts'
import { ZONES } from '../signals/equipment-settings.ts'
import { RELAYS } from '../signals/io-settings.ts'
import type { SettingDocument, SettingProblem } from '../signals.ts'
import { targetsAt } from '../standards/targets.ts'
import { changedOf, isMoved, type Judged, numberIn, type Rule, two, upTo } from './judged.ts'

const PROBES = 8
const AVERAGE = 'Temp/AvgSensors'
const probeNames = upTo(PROBES).map(probe => `Sensor/T${probe}/Enabled`)
/** °C of the standard from which birds do not keep themselves warm. */
const WARM_BIRDS = 24
/** An amount per pulse that changes by more than this makes water and feed look other than they are. */
const PULSE = 1.5

/** No temperature probe left in the average: the controller holds its last level whatever happens. */
export const probesLeft: Rule = judged => {
  const { document, house } = judged
  const field = changedOf(judged, [AVERAGE, ...probeNames])
  if (!field || house.alive <= 0) return []
  const bits = numberIn(document, AVERAGE) ?? 0xff
  const known = probeNames.filter(name => document[`Settings/${name}`] !== undefined)
  const isLeft = probeNames.some(
    (name, i) =>
      (bits & (1 << i)) !== 0 && (known.length === 0 ? true : document[`Settings/${name}`] === true),
  )
  return isLeft ? [] : [{ field, message: 'risk.noProbe' }]
}

const kinds = [
  ['Sensor/H1', 'Sensor/H2'],
  ['Sensor/CO21', 'Sensor/CO22'],
  ['Sensor/NH31', 'Sensor/NH32'],
  ['Sensor/P1'],
].map(sensors => sensors.map(sensor => `Settings/${sensor}/Enabled`))

/** The last sensor of a kind is taken out of use. */
export const sensorsLeft: Rule = ({ document, before, house }) =>
  house.alive <= 0
    ? []
    : kinds.flatMap(names => {
        const lost = names.find(name => before[name] === true && document[name] === false)
        const isLeft = names.some(name => document[name] === true)
        return lost && !isLeft ? [{ field: lost, message: 'risk.noSensor' }] : []
      })

/** No heating zone in use: the last one is switched off, or birds need heat that nothing gives. */
export const heatingLeft: Rule = judged => {
  const { document, before, house } = judged
  if (house.alive <= 0 || house.age === null || house.equipment?.heatingKw === 0) return []
  const zones = upTo(ZONES).map(zone => `Heat/Z${zone}/Enabled`)
  const field = changedOf(judged, zones)
  const isOn = (values: SettingDocument) => zones.some(name => values[`Settings/${name}`] === true)
  if (!field || isOn(document)) return []
  const needsHeat = targetsAt(house.type, house.age).temperature >= WARM_BIRDS
  return isOn(before) || needsHeat ? [{ field, message: 'risk.noHeat' }] : []
}

/** The code that this setting had, if no other of its kind has it now. */
function lostCode(
  { document, before }: Judged,
  field: string,
  others: readonly string[],
): number | undefined {
  const code = before[field]
  if (typeof code !== 'number' || code === 0 || document[field] === code) return undefined
  return others.some(name => document[name] === code) ? undefined : code
}

const relayNames = upTo(RELAYS).map(relay => `Settings/Relay/R${two(relay)}/Function`)

/** Something that no relay drives any more, and levels in use whose fans have none. */
export const relaysLeft: Rule = judged => {
  const { document, changed, house } = judged
  if (house.alive <= 0) return []
  const touched = relayNames.filter(name => changed.has(name))
  const lost = touched.flatMap((field): SettingProblem[] => {
    const driven = lostCode(judged, field, relayNames)
    return driven === undefined ? [] : [{ field, message: 'risk.lostRelay', values: { driven } }]
  })
  if (lost.length > 0 || touched.length === 0) return lost
  const driven = new Set(relayNames.map(name => document[name]))
  const [still] = levelsOf(document).filter(
    ({ groups }) =>
      groups.some(mode => mode !== 0) && !groups.some((mode, i) => mode !== 0 && driven.has(i + 1)),
  )
  const [field = ''] = touched
  return still ? [{ field, message: 'risk.noRelay', values: { level: still.level } }] : []
}

/** What should run stands still and the other way round. */
export const inverted: Rule = judged =>
  judged.house.alive <= 0
    ? []
    : upTo(RELAYS).flatMap(relay => {
        const field = `Settings/Relay/R${two(relay)}/Inverted`
        const driven = numberIn(judged.document, `Relay/R${two(relay)}/Function`)
        if (!judged.changed.has(field) || !isMoved(judged, field) || driven === 0) return []
        return [{ field, message: 'risk.inverted', ...(driven !== undefined && { values: { driven } }) }]
      })

const INPUTS = 16
const inputKinds = ['AI', 'DI'].map(kind => upTo(INPUTS).map(input => `Settings/IO/${kind}${input}/Function`))

/** A measurement or a fault that no input sees any more. */
export const inputsLeft: Rule = judged =>
  judged.house.alive <= 0
    ? []
    : inputKinds.flatMap(names =>
        names.flatMap((field): SettingProblem[] => {
          const measured = judged.changed.has(field) ? lostCode(judged, field, names) : undefined
          return measured === undefined ? [] : [{ field, message: 'risk.lostInput', values: { measured } }]
        }),
      )

/** Another scale of an input in use moves all its values. */
export const scaled: Rule = judged => {
  const { document, before, changed, house } = judged
  if (house.alive <= 0) return []
  const inUse = (at: string) => numberIn(document, `${at}/Function`) !== 0
  return upTo(INPUTS).flatMap((input): SettingProblem[] => {
    const [analog, digital] = [`IO/AI${input}`, `IO/DI${input}`]
    const field = ['Min', 'Max']
      .map(part => `Settings/${analog}/${part}`)
      .find(name => changed.has(name) && isMoved(judged, name))
    const problems: SettingProblem[] = field && inUse(analog) ? [{ field, message: 'risk.scaled' }] : []
    const pulse = `Settings/${digital}/PulseFactor`
    const ratio = Number(document[pulse]) / Number(before[pulse])
    if (changed.has(pulse) && inUse(digital) && (ratio > PULSE || ratio < 1 / PULSE))
      problems.push({ field: pulse, message: 'risk.scaled' })
    return problems
  })
}
