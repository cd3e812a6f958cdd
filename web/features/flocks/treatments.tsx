import { Button, Input, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import { treatmentKindNames, treatmentKinds } from '#shared/flocks.ts'
import { usePreferences } from '#web/data/preferences.ts'

interface Props {
  value: Treatment[]
  change: (value: Treatment[]) => void
  disabled: boolean
}

const NAME_MOST = 100
const ROUTE_MOST = 60
const DAYS_MOST = 200
const blank: Treatment = { kind: 'medicine', name: '', dose: '', route: '', withdrawalDays: 0 }

/** Medicine and vaccine of a day, each with the days for which nothing may be sold. */
export function Treatments({ value, change, disabled }: Props) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const put = (at: number, part: Partial<Treatment>) =>
    change(value.map((each, i) => (i === at ? { ...each, ...part } : each)))
  return (
    <section className="card record-card">
      <h2>{t($ => $.medicine)}</h2>
      {value.map((each, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else to be known by while it is typed
        <div key={i} className="record-treatment">
          <Select
            aria-label={t($ => $.kind)}
            value={each.kind}
            disabled={disabled}
            onChange={kind => put(i, { kind })}
            options={treatmentKinds.map(kind => ({ value: kind, label: treatmentKindNames[kind][language] }))}
          />
          <Input
            aria-label={t($ => $.product)}
            placeholder={t($ => $.product)}
            maxLength={NAME_MOST}
            value={each.name}
            disabled={disabled}
            onChange={event => put(i, { name: event.target.value })}
          />
          <Input
            aria-label={t($ => $.dose)}
            placeholder={t($ => $.dose)}
            maxLength={NAME_MOST}
            value={each.dose}
            disabled={disabled}
            onChange={event => put(i, { dose: event.target.value })}
          />
          <Input
            aria-label={t($ => $.route)}
            placeholder={t($ => $.route)}
            maxLength={ROUTE_MOST}
            value={each.route}
            disabled={disabled}
            onChange={event => put(i, { route: event.target.value })}
          />
          <Input
            aria-label={t($ => $.withdrawalDays)}
            suffix={t($ => $.withdrawalDays)}
            inputMode="numeric"
            value={each.withdrawalDays}
            disabled={disabled}
            onChange={event =>
              put(i, {
                withdrawalDays: Math.min(DAYS_MOST, Number(event.target.value.replace(/\D/g, '')) || 0),
              })
            }
          />
          <Button
            aria-label={t($ => $.takeOut, { name: each.name })}
            icon={<X size={15} aria-hidden />}
            disabled={disabled}
            onClick={() => change(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      {!disabled && (
        <Button icon={<Plus size={15} aria-hidden />} onClick={() => change([...value, blank])}>
          {t($ => $.addTreatment)}
        </Button>
      )}
    </section>
  )
}
