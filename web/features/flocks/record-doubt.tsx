import { useTranslation } from 'react-i18next'
import { askDoubt, doubtValues, isMeterDoubt } from '#shared/flock-doubt-texts.ts'
import type { Doubt } from '#shared/flock-doubts.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  doubt: Doubt
  confirm: () => void
  /** Takes the measured value, or returns to the field. */
  change: () => void
}

/** Asks whether the input is meant; never removes it. */
export function RecordDoubt({ doubt, confirm, change }: Props) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const values = doubtValues(doubt, reader)
  const isMeter = isMeterDoubt(doubt)
  const question = isMeter ? t($ => $.whichCounts) : askDoubt(doubt, reader)
  return (
    <section className="record-doubt" aria-label={question}>
      <p>
        <StateMark state="watch" /> {question}
      </p>
      <div>
        {isMeter && (
          <button type="button" onClick={change}>
            {t($ => $.meterCounts, values)}
          </button>
        )}
        <button type="button" onClick={confirm}>
          {isMeter ? t($ => $.mineCounts, values) : t($ => $.yesRight, values)}
        </button>
        {!isMeter && (
          <button type="button" onClick={change}>
            {t($ => $.changeIt)}
          </button>
        )}
      </div>
    </section>
  )
}
