import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { type SettingProblem, sayProblem, settingByName } from '#shared/signals.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'

interface RisksProps {
  risks: readonly SettingProblem[]
  isConfirmed: boolean
  confirm: (isConfirmed: boolean) => void
}

/** What is outside the safe range, and its effect on the birds. */
export function Risks({ risks, isConfirmed, confirm }: RisksProps) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  return (
    <section className="send-risks">
      <h3>
        <StateMark state="watch" /> {t($ => $.outsideSafe)}
      </h3>
      <ul>
        {risks.map(risk => (
          <li key={`${risk.field} ${risk.message}`}>
            <b>{settingByName(risk.field)?.label[reader.language]}</b> {sayProblem(risk, reader)}
          </li>
        ))}
      </ul>
      <Checkbox checked={isConfirmed} onChange={event => confirm(event.target.checked)}>
        {t($ => $.meant)}
      </Checkbox>
    </section>
  )
}
