import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { openingLabels, openingNumbers, openingNumbersOf } from '#shared/opening.ts'
import type { HouseType } from '#shared/signals.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { usePreferences } from '#web/data/preferences.ts'

const OLDEST = 1_400

/** For birds taken over: how old they were, and what they had behind them as far as it is known. */
export function OpeningFields({ type }: { type: HouseType }) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const isTaken: boolean | undefined = Form.useWatch('takenOver')
  const names = openingNumbersOf(type)
  return (
    <>
      <FormField
        className="flock-form-wide"
        name="takenOver"
        valuePropName="checked"
        extra={t($ => $.hints.takenOver)}
      >
        <Checkbox>{t($ => $.fields.takenOver)}</Checkbox>
      </FormField>
      {isTaken && (
        <fieldset className="flock-form flock-form-wide flock-opening">
          <legend>{t($ => $.openingTitle)}</legend>
          <p className="caption flock-form-wide">{t($ => $.openingSays)}</p>
          <AgeThen />
          <DayField
            name="openingPlacedOn"
            label={t($ => $.fields.openingPlacedOn)}
            extra={t($ => $.hints.openingPlacedOn)}
          />
          {names.map(name => (
            <NumberField
              key={name}
              name={name}
              label={openingLabels[name][language]}
              min={0}
              max={openingNumbers[name].most}
              unit={openingNumbers[name].unit}
              isWhole={openingNumbers[name].isWhole}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

/** The age on taking over, in days as standards count: typing it sets the day on which they hatched. */
function AgeThen() {
  const { t } = useTranslation('flocks')
  const form = Form.useFormInstance()
  const placedOn: string | undefined = Form.useWatch('placedOn')
  const hatchedOn: string | undefined = Form.useWatch('hatchedOn')
  const age = placedOn && hatchedOn ? daysBetween(hatchedOn, placedOn) : null
  return (
    <Form.Item label={t($ => $.ageThen)} extra={t($ => $.hints.ageThen)}>
      <Input
        aria-label={t($ => $.ageThen)}
        inputMode="numeric"
        disabled={!placedOn}
        value={age ?? ''}
        onChange={({ target }) => {
          const days = Number(target.value)
          if (!placedOn || !Number.isInteger(days) || days < 0 || days > OLDEST) return
          const next = target.value.trim() === '' ? null : daysAfter(placedOn, -days)
          form.setFieldValue('hatchedOn', next)
        }}
      />
    </Form.Item>
  )
}
