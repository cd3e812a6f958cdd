import { type AlarmSource, platformAlarms } from './alarms.ts'
import { faultNames, faultOf } from './faults.ts'
import { MEAN } from './house-temperature.ts'
import { codeOfDoubt, type DoubtReason, doubtReasons } from './probe-doubts.ts'
import { alarms, type Severity } from './signals.ts'
import { type Text, text } from './text.ts'

/** A kind of alarm that no farm has to set up. */
export interface BuiltInAlarm {
  /** A code of its kind: of numbered ones the first. */
  code: string
  /** Controllers raise their own, by limits set at them. */
  source: AlarmSource
  /** What it begins with; some get worse. */
  level: Severity
  label: Text
}

const ofPlatform = Object.entries(platformAlarms).map(
  ([code, { severity: level, label }]): BuiltInAlarm => ({ code, source: 'platform', level, label }),
)

/** Each may be about any value: the kinds are its reasons. */
const ofDoubts = (Object.keys(doubtReasons) as DoubtReason[]).map((reason): BuiltInAlarm => {
  const { label } = doubtReasons[reason]
  return {
    code: codeOfDoubt(reason, MEAN),
    source: 'platform',
    level: 'warning',
    label: text(`探头或计量表：${label['zh-CN']}`, `A probe or meter ${label['en-US']}`),
  }
})

const ofControllers = [...Map.groupBy(alarms, ({ code }) => faultOf(code) ?? code)].flatMap(
  ([kind, [first]]): BuiltInAlarm[] =>
    first
      ? [
          {
            code: first.code,
            source: 'controller',
            level: first.severity,
            label: faultNames[kind] ?? first.label,
          },
        ]
      : [],
)

/** Every built-in alarm by kind: those of the platform, and those that controllers raise themselves. */
export const builtInAlarms: readonly BuiltInAlarm[] = [...ofPlatform, ...ofDoubts, ...ofControllers]
