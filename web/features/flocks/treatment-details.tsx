import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordSheet, Treatment } from '#shared/contracts/flock-records.ts'
import { dateOf } from '#shared/dates.ts'
import { TREATMENT_DAYS } from '#shared/flocks.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { DayInput } from '#web/components/day/day-input.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { usePreferences } from '#web/data/preferences.ts'

interface Props {
  day: string
  treatment: Treatment
  put: (part: Partial<Treatment>) => void
  disabled: boolean
}

/** Texts of a treatment that the medicine register wants, with their longest as in the contract. */
const told = { amount: 60, against: 100, prescription: 60, vet: 60, supplier: 100 } as const
const BIRDS_MOST = 500_000

/** For how long a treatment goes on, and what the medicine register wants to know of it. */
export function TreatmentDetails({ day, treatment, put, disabled }: Props) {
  const { t } = useTranslation('flocks')
  return (
    <div className="treatment-details">
      <Told label={t($ => $.treatmentUntil)}>
        <DayInput
          aria-label={t($ => $.treatmentUntil)}
          min={day}
          max={daysAfter(day, TREATMENT_DAYS - 1)}
          value={treatment.until ?? day}
          disabled={disabled}
          onChange={value => put({ until: value === '' || value === day ? null : value })}
        />
      </Told>
      <details className="treatment-register">
        <summary>{t($ => $.forRegister)}</summary>
        <div className="treatment-details">
          <Told label={t($ => $.birdsTreated)}>
            <WholeInput
              aria-label={t($ => $.birdsTreated)}
              min={1}
              max={BIRDS_MOST}
              value={treatment.birds ?? null}
              disabled={disabled}
              onChange={birds => put({ birds: birds as number | null })}
            />
          </Told>
          {(Object.keys(told) as (keyof typeof told)[]).map(name => (
            <Told key={name} label={t($ => $.treatmentTold[name])}>
              <Input
                aria-label={t($ => $.treatmentTold[name])}
                maxLength={told[name]}
                value={treatment[name] ?? ''}
                disabled={disabled}
                onChange={({ target: { value } }) => put({ [name]: value === '' ? undefined : value })}
              />
            </Told>
          ))}
        </div>
      </details>
    </div>
  )
}

const Told = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="treatment-detail">
    <span aria-hidden>{label}</span>
    {children}
  </div>
)

/** Medicines that were begun on an earlier day and are still given. */
export function UnderWay({ sheet: { underWay, day } }: { sheet: RecordSheet }) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  // A sheet kept by an older version of this program does not have them.
  if (!underWay?.length) return null
  return (
    <section className="card record-card">
      <h2>{t($ => $.underWay)}</h2>
      {underWay.map(({ name, dose, route, since, until }) => (
        <p key={`${since} ${name} ${until}`}>
          <StateMark state="watch" /> <strong>{name}</strong> {[dose, route].filter(Boolean).join(' · ')}{' '}
          <span className="num">
            {t($ => $.dayOfTreatment, {
              day: daysBetween(since, day) + 1,
              of: daysBetween(since, until ?? since) + 1,
              until: dateOf(until ?? since, language),
            })}
          </span>
        </p>
      ))}
    </section>
  )
}
