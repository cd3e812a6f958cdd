import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  type DeathCause,
  deathCauseNames,
  deathCauses,
  lostIn,
  namedIn,
  recordNumbers,
} from '#shared/flocks.ts'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { causesTold } from './typed-day.ts'
import type { useRecord } from './use-record.ts'

interface LossCausesProps {
  record: ReturnType<typeof useRecord>
  disabled: boolean
}

/** What the birds of the day were lost by: any number of causes, each with its birds, together at most the day's losses. */
export function LossCausesInput({ record, disabled }: LossCausesProps) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const { causes } = record.words
  const named = deathCauses.filter(cause => cause in causes)
  const lost = lostIn(record.facts)
  const told = namedIn(causesTold(causes).lossCauses)
  const choose = (chosen: readonly DeathCause[]) => {
    // The only cause is taken to be the one of all birds until somebody says otherwise.
    const first = chosen.length === 1 && named.length === 0 && lost > 0 ? lost : null
    record.say({ causes: Object.fromEntries(chosen.map(cause => [cause, causes[cause] ?? first])) })
  }
  return (
    <>
      <div className="record-row">
        <span id="record-causes">{t($ => $.lossCauses)}</span>
        <Select
          className="record-select"
          mode="multiple"
          aria-labelledby="record-causes"
          allowClear
          disabled={disabled}
          value={named}
          onChange={choose}
          options={deathCauses.map(value => ({ value, label: deathCauseNames[value][language] }))}
        />
      </div>
      {named.length > 0 && (
        <div className="record-causes row wrap gap-3" data-field="lossCauses">
          {named.map(cause => (
            <div key={cause} className="record-cause">
              <WholeInput
                aria-label={t($ => $.birdsLostBy, { cause: deathCauseNames[cause][language] })}
                suffix={deathCauseNames[cause][language]}
                min={1}
                max={recordNumbers.dead.most}
                value={causes[cause]}
                disabled={disabled}
                onChange={count => record.say({ causes: { ...causes, [cause]: count } })}
              />
            </div>
          ))}
          {told > 0 && told < lost && (
            <small className="num">{t($ => $.withoutCause, { count: lost - told })}</small>
          )}
        </div>
      )}
      {record.faults.lossCauses && (
        <p className="record-fault" role="alert">
          {record.faults.lossCauses}
        </p>
      )}
    </>
  )
}
