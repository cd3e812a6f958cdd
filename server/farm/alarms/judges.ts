import { codeOfRule } from '#shared/alarm-rules.ts'
import { platformAlarms } from '#shared/alarms.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import type { AlarmBook } from './alarm-book.ts'
import { FARM_RULE, type FarmRule, type FarmRules } from './farm-rules.ts'
import { gasMetrics } from './gas-rule.ts'
import { createGasWatch, type GasWatch } from './gas-watch.ts'
import type { RuleWatch } from './rule-watch.ts'
import { createTemperatureWatch, type TemperatureWatch } from './temperature-watch.ts'

const TEMPERATURE = 'Climate/Temp/Avg'

/** What a device last reported, and the house it serves. */
interface Heard {
  deviceId: string
  house: KnownHouse
  latest: LatestState
  /** Whether a metric came with the current report. */
  isNew(metric: string): boolean
}

const ownersOf = ({ id, officePath, farmPath }: KnownHouse) => ({ houseIds: [id], officePath, farmPath })

function judgeTemperature(book: AlarmBook, watch: TemperatureWatch, { deviceId, house, latest }: Heard) {
  const isCovered = (code: string) => book.find({ subjectId: deviceId, rule: code }) !== undefined
  const at = latest.readings.get(TEMPERATURE)?.at ?? 0
  for (const { code, due, ...figures } of watch.judge(deviceId, house, latest, isCovered)) {
    const watched = { subjectId: deviceId, rule: code }
    const stands = book.find(watched)
    if (due === 'clear' && stands) book.clear(stands, at)
    if (due === 'raise' && !stands)
      book.raise({
        ...watched,
        ...figures,
        ...ownersOf(house),
        code,
        source: 'platform',
        at,
        level: platformAlarms[code].severity,
      })
  }
}

function judgeGas(book: AlarmBook, watch: GasWatch, { deviceId, house, latest }: Heard) {
  const ruleOf = (code: string) => ({ subjectId: deviceId, rule: code })
  const levelOf = (code: string) => book.find(ruleOf(code))?.level ?? null
  for (const { due, ...verdict } of watch.judge(deviceId, house, latest, levelOf)) {
    const stands = book.find(ruleOf(verdict.code))
    if (due === 'clear' && stands) book.clear(stands, verdict.at)
    if (due === 'escalate' && stands) book.escalate(stands, verdict.level)
    if (due === 'raise')
      book.raise({
        ...ruleOf(verdict.code),
        ...verdict,
        ...ownersOf(house),
        source: 'platform',
        target: null,
      })
  }
}

function judgeRules(book: AlarmBook, rules: FarmRules, watch: RuleWatch, heard: Heard) {
  const { deviceId, house, latest, isNew } = heard
  const held = rules.of(house)
  if (held.length === 0) return
  const watchedBy = ({ id }: { id: string }) => ({ subjectId: deviceId, rule: `${FARM_RULE}${id}` })
  const stands = (rule: FarmRule) => book.find(watchedBy(rule)) !== undefined
  for (const { rule, due, value, limit, since, at } of watch.judge(
    deviceId,
    { rules: held, latest, isNew },
    stands,
  )) {
    const known = book.find(watchedBy(rule))
    if (due === 'clear' && known) book.clear(known, at)
    if (due === 'raise' && !known)
      book.raise({
        ...watchedBy(rule),
        ...ownersOf(house),
        code: codeOfRule(rule),
        source: 'platform',
        level: rule.level,
        at,
        since,
        value,
        limit,
        target: null,
        calls: rule,
      })
  }
}

/** Judges reports by the platform's rules and the farm's own, and enters the verdicts in the book. */
export function createJudges(book: AlarmBook, rules: FarmRules, ruled: RuleWatch) {
  const temperature = createTemperatureWatch()
  const gas = createGasWatch()
  for (const { subjectId, rule } of book.all())
    if (rule in platformAlarms) temperature.stands(subjectId, rule)
  return {
    judge(heard: Heard): void {
      if (heard.isNew(TEMPERATURE)) judgeTemperature(book, temperature, heard)
      if (Object.values(gasMetrics).some(heard.isNew)) judgeGas(book, gas, heard)
      judgeRules(book, rules, ruled, heard)
    },
    forget(deviceId: string): void {
      temperature.forget(deviceId)
      gas.forget(deviceId)
    },
  }
}
