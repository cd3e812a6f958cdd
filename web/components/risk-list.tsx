import { useTranslation } from 'react-i18next'
import type { SettingRisk } from '#shared/contracts/setting-question.ts'
import { labelAt } from '#shared/setting-days.ts'
import { type SettingProblem, sayProblem, settingByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { useReader } from '#web/data/preferences.ts'
import './risk-list.css'

interface Props {
  risks: readonly SettingRisk[]
  /** How many are written out; the rest is counted. */
  shown?: number
}

/** Growers know a point by its day of age. */
function nameOf({ field, day }: SettingRisk, language: Language) {
  const signal = settingByName(field)
  return signal && labelAt(signal, day)[language]
}

/** Settings outside their safe range, each with what that does to the birds. */
export function RiskList({ risks, shown = 12 }: Props) {
  const { t } = useTranslation('components')
  const reader = useReader()
  if (risks.length === 0) return null
  return (
    <ul className="risk-list">
      {risks.slice(0, shown).map(risk => (
        <li key={`${risk.field} ${risk.message}`}>
          <b>{nameOf(risk, reader.language)}</b> {sayProblem(risk as SettingProblem, reader)}
        </li>
      ))}
      {risks.length > shown && <li>{t($ => $.moreRisks, { count: risks.length - shown })}</li>}
    </ul>
  )
}
