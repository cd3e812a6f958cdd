import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countriesIn } from '#shared/countries.ts'
import { houseTypes } from '#shared/signals.ts'
import { PlainField } from '#web/components/plain-input.tsx'
import { usePreferences } from '#web/data/preferences.ts'

interface Props {
  name: string
  label: string
  value: string
  change: (value: string) => void
  problem: string | null
}

type Option = readonly [value: string, label: string]

/** A native select, which a phone shows as large as its user needs. */
function PlainChoice({ label, problem, value, change, options, ...named }: Props & ChoiceProps) {
  const { t } = useTranslation('register')
  return (
    <PlainField label={label} problem={problem}>
      {ids => (
        <select {...ids} {...named} value={value} onChange={event => change(event.target.value)}>
          <option value="" disabled>
            {t($ => $.choose)}
          </option>
          {options.map(([key, said]) => (
            <option key={key} value={key}>
              {said}
            </option>
          ))}
        </select>
      )}
    </PlainField>
  )
}
interface ChoiceProps {
  options: readonly Option[]
  autoComplete?: string
}

export function CountryField(props: Props) {
  const language = usePreferences(({ language }) => language)
  const options = useMemo(
    () => countriesIn(language).map(({ value, label }) => [value, label] as const),
    [language],
  )
  return <PlainChoice {...props} options={options} autoComplete="country" />
}

export function HouseTypeField(props: Props) {
  const { t } = useTranslation('components')
  return (
    <PlainChoice {...props} options={houseTypes.map(type => [type, t($ => $.houseType[type])] as const)} />
  )
}
