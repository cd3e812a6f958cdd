import { alarmLabel, platformAlarms } from './alarms.ts'
import type { Choices } from './choices.ts'
import { alarms } from './signals/alarms.ts'
import type { Text } from './text.ts'

/** Alarms of which a controller has several: the number says which probe or fan group it is. */
const NUMBERED = /^(SensorTemp|FanGroupFault)\d+$/
const platform: Readonly<Record<string, { label: Text; covers?: string }>> = platformAlarms

const withoutNumber = (code: string): string => code.replace(NUMBERED, '$1')

/** What a numbered alarm is called without its number. */
function nameOf(code: string): Text {
  const label = alarmLabel(code)
  if (!NUMBERED.test(code)) return label
  return {
    'zh-CN': label['zh-CN'].replace(/\s*\d+\s*/, ''),
    'en-US': label['en-US'].replace(/\s*\d+\s*/, ' '),
  }
}

/** Every kind of fault an alarm tells of, with its name: what editors choose from when they say what an article helps with. */
export const faultNames: Choices = Object.fromEntries(
  [
    ...alarms.map(({ code }) => code),
    ...Object.keys(platformAlarms).filter(code => !platform[code]?.covers),
  ].map(code => [withoutNumber(code), nameOf(code)]),
)

/**
 * The kind of fault of an alarm: every fan group's is one kind, and what the platform raises is what the controller
 * would say of the same. Null for an alarm that is none of these, such as one by a farm's own rule.
 */
export function faultOf(code: string): string | null {
  const kind = withoutNumber(platform[code]?.covers ?? code)
  return Object.hasOwn(faultNames, kind) ? kind : null
}
