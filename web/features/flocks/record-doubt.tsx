import { useTranslation } from 'react-i18next'
import type { Doubt } from '#shared/flock-doubts.ts'
import { recordNumbers } from '#shared/flocks.ts'
import { enteredWithUnit } from '#web/components/flocks/figure-of.ts'
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
  const unit =
    doubt.field in recordNumbers ? recordNumbers[doubt.field as keyof typeof recordNumbers].unit : ''
  const values = {
    typed: enteredWithUnit(doubt.typed, unit, reader),
    against: enteredWithUnit(doubt.against, unit, reader),
  }
  const isMeter = doubt.key.endsWith('Meter')
  const question = isMeter ? t($ => $.whichCounts) : t($ => $.doubts[doubt.key as 'deadMany'], values)
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
