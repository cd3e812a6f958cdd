import { alarmLabel, platformAlarms } from './alarms.ts'
import type { Choices } from './choices.ts'
import { doubtOfCode, sensorFaultOf } from './probe-doubts.ts'
import { alarms } from './signals/alarms.ts'
import type { Text } from './text.ts'

/** Alarms that a controller has several of: the number says which probe or fan group it is. */
const NUMBERED = /^(SensorTemp|FanGroupFault)\d+$/
const platform: Readonly<Record<string, { label: Text; covers?: readonly string[] }>> = platformAlarms

const withoutNumber = (code: string): string => code.replace(NUMBERED, '$1')

/** The name of a numbered alarm without its number. */
function nameOf(code: string): Text {
  const label = alarmLabel(code)
  if (!NUMBERED.test(code)) return label
  return {
    'zh-CN': label['zh-CN'].replace(/\s*\d+\s*/, ''),
    'en-US': label['en-US'].replace(/\s*\d+\s*/, ' '),
  }
}

/** Every kind of fault that alarms report, with its name: editors choose from them what an article helps with. */
export const faultNames: Choices = Object.fromEntries(
  [
    ...alarms.map(({ code }) => code),
    ...Object.keys(platformAlarms).filter(code => !platform[code]?.covers),
  ].map(code => [withoutNumber(code), nameOf(code)]),
)

/**
 * The kind of fault of an alarm: all fan groups share one kind, and an alarm of the platform has the kind of the
 * controller's equivalent. Null for any other alarm, such as one by a farm's own rule.
 */
export function faultOf(code: string): string | null {
  const doubt = doubtOfCode(code)
  const ofProbe = doubt && sensorFaultOf(doubt.metric)
  const kind = withoutNumber(ofProbe ?? platform[code]?.covers?.[0] ?? code)
  return Object.hasOwn(faultNames, kind) ? kind : null
}
