import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import { isHens, TREATMENTS, treatmentKindNames, treatmentKinds, WITHDRAWAL_DAYS } from '#shared/flocks.ts'
import { ofKind } from '#shared/health-programme.ts'
import type { HouseType } from '#shared/signals.ts'
import { RowList } from '#web/components/form/row-list.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { TreatmentDetails } from './treatment-details.tsx'

interface Props {
  day: string
  /** Of which birds: only hens have eggs to withhold. */
  type: HouseType
  value: Treatment[]
  change: (value: Treatment[]) => void
  fault: string | undefined
  disabled: boolean
}

const NAME_MOST = 100
const ROUTE_MOST = 60
const BATCH_MOST = 60
/** Somebody has to say for how many days nothing may be sold. */
const blank = { kind: 'medicine', name: '', dose: '', route: '' } as Treatment

/** Medicines and vaccines of a day, each with its withdrawal periods for meat and for eggs. */
export function Treatments({ day, type, value, change, fault, disabled }: Props) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  return (
    <section className="card record-card">
      <h2>{t($ => $.medicine)}</h2>
      <RowList
        rows={value}
        change={change}
        fresh={blank}
        add={t($ => $.addTreatment)}
        most={TREATMENTS}
        remove={({ name }) => t($ => $.takeOut, { name })}
        className="record-treatment"
        disabled={disabled}
      >
        {(each, put) => (
          <>
            <Select
              aria-label={t($ => $.kind)}
              value={each.kind}
              disabled={disabled}
              onChange={kind => put(ofKind(each, kind))}
              options={treatmentKinds.map(kind => ({
                value: kind,
                label: treatmentKindNames[kind][language],
              }))}
            />
            <Input
              aria-label={t($ => $.product)}
              placeholder={t($ => $.product)}
              maxLength={NAME_MOST}
              value={each.name}
              disabled={disabled}
              onChange={event => put({ name: event.target.value })}
            />
            <Input
              aria-label={t($ => $.batch)}
              placeholder={t($ => $.batch)}
              maxLength={BATCH_MOST}
              value={each.batch ?? ''}
              disabled={disabled}
              onChange={event => put({ batch: event.target.value })}
            />
            <Input
              aria-label={t($ => $.dose)}
              placeholder={t($ => $.dose)}
              maxLength={NAME_MOST}
              value={each.dose}
              disabled={disabled}
              onChange={event => put({ dose: event.target.value })}
            />
            <Input
              aria-label={t($ => $.route)}
              placeholder={t($ => $.route)}
              maxLength={ROUTE_MOST}
              value={each.route}
              disabled={disabled}
              onChange={event => put({ route: event.target.value })}
            />
            <WholeInput
              aria-label={t($ => $.withdrawalDays)}
              suffix={t($ => $.withdrawalDays)}
              min={0}
              max={WITHDRAWAL_DAYS}
              value={each.withdrawalDays}
              disabled={disabled}
              onChange={days => put({ withdrawalDays: days as number })}
            />
            {isHens({ type }) && (
              <WholeInput
                aria-label={t($ => $.eggWithdrawalDays)}
                suffix={t($ => $.eggWithdrawalDays)}
                min={0}
                max={WITHDRAWAL_DAYS}
                value={each.eggWithdrawalDays ?? each.withdrawalDays}
                disabled={disabled}
                onChange={days => put({ eggWithdrawalDays: days as number })}
              />
            )}
            <TreatmentDetails day={day} treatment={each} put={put} disabled={disabled} />
          </>
        )}
      </RowList>
      {fault && (
        <p className="record-fault" role="alert">
          {fault}
        </p>
      )}
    </section>
  )
}
