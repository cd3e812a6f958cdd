import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SettingQuestion } from '#shared/contracts/setting-question.ts'
import { labelIn } from '#shared/setting-days.ts'
import { isAllBetter, sayStake } from '#shared/setting-question.ts'
import { settingByName } from '#shared/signals.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { RiskList } from '#web/components/risk-list.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'
import { sayValue } from './cell-value.ts'
import type { Questions } from './use-questions.ts'

interface RisksProps {
  questions: Questions
  isConfirmed: boolean
  confirm: (isConfirmed: boolean) => void
  /** Takes the safe way instead. */
  takeSafer?: (safer: SettingQuestion['safer']) => void
}

/** What is outside the safe range: whose birds are at stake, what happens how fast, and the safe way instead. */
export function Risks({ questions, isConfirmed, confirm, takeSafer }: RisksProps) {
  const { t } = useTranslation('settings')
  const { asked, isPending, error, retry } = questions
  if (error) return <LoadProblem error={error} retry={retry} />
  if (isPending)
    return (
      <p className="caption" role="status">
        {t($ => $.question.judging)}
      </p>
    )
  if (asked.length === 0) return null
  return (
    <section className="send-risks" aria-label={t($ => $.outsideSafe)}>
      {asked.map(({ drafted, question }) => (
        <Asked
          key={drafted.house.id}
          house={asked.length > 1 || !takeSafer ? drafted.house.name : null}
          question={question}
          takeSafer={takeSafer}
        />
      ))}
      <Checkbox checked={isConfirmed} onChange={event => confirm(event.target.checked)}>
        {t($ => $.meant)}
      </Checkbox>
    </section>
  )
}

interface AskedProps {
  house: string | null
  question: SettingQuestion
  takeSafer: RisksProps['takeSafer']
}

function Asked({ house, question, takeSafer }: AskedProps) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const stake = sayStake(question, reader)
  const isBetter = isAllBetter(question)
  return (
    <>
      <h3>
        <StateMark state="watch" /> {t($ => (isBetter ? $.question.better : $.outsideSafe))}
        {house && ` · ${house}`}
      </h3>
      {stake && <p className="send-stake">{stake}</p>}
      {/* Said above of all of them. */}
      <RiskList risks={isBetter ? question.risks.map(calm) : question.risks} />
      {takeSafer && Object.keys(question.safer).length > 0 && (
        <div className="send-safer">
          <p>
            {t($ => $.question.safer)}{' '}
            {Object.entries(question.safer)
              .slice(0, SAFER_SHOWN)
              .map(([name, value]) => {
                const signal = settingByName(name)
                return (
                  signal &&
                  `${labelIn(signal, question.days)[reader.language]} ${sayValue(value, signal, reader)}`
                )
              })
              .join(t($ => $.listComma))}
            {Object.keys(question.safer).length > SAFER_SHOWN && ' …'}
          </p>
          <Button onClick={() => takeSafer(question.safer)}>{t($ => $.question.takeSafer)}</Button>
        </div>
      )}
    </>
  )
}

const calm = (risk: SettingQuestion['risks'][number]) => ({ ...risk, isBetter: false })

/** Values of the safe way that are named; all are taken. */
const SAFER_SHOWN = 6
