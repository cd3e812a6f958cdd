import { useTranslation } from 'react-i18next'

const steps = ['choose', 'connect'] as const

/** The current step. */
export function ReplacementSteps({ step }: { step: 0 | 1 }) {
  const { t } = useTranslation('devices')
  return (
    <ol className="replacement-steps row stretch gap-5">
      {steps.map((name, i) => (
        <li key={name} aria-current={i === step ? 'step' : undefined} data-done={i < step || undefined}>
          <b className="num">{i + 1}</b> {t($ => $.replacement.steps[name])}
        </li>
      ))}
    </ol>
  )
}
