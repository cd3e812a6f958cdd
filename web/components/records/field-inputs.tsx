import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Field, Fields } from '#shared/field.ts'
import { textIn } from '#shared/text.ts'
import { unitOfField } from '#shared/units.ts'
import { instantOf, localText } from '#shared/zone-time.ts'
import { DayField, MomentField } from '#web/components/day/day-field.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { AmountField } from '../form/amount-field.tsx'
import { FormField } from '../form/form-field.tsx'
import { NumberField } from '../form/number-field.tsx'
import { later } from '../later.tsx'
import { ChoiceSelect } from '../remote-select.tsx'
import { useZone } from '../time.tsx'
import './field-inputs.css'

const UploadField = later(() => import('../uploads/upload-field.tsx').then(file => file.UploadField))

interface Props<F extends Fields> {
  fields: F
  /** Which of them, in this order; all by default. */
  shown?: readonly (keyof F & string)[]
  /** Labels that differ for this row. */
  labels?: Partial<Record<keyof F & string, string>>
  /** Files chosen without network are kept in this browser; see `Uploads`. */
  keeps?: boolean
}

/** The inputs of described fields, two side by side where there is room. */
export function FieldInputs<F extends Fields>({ fields, shown, labels = {}, keeps = false }: Props<F>) {
  const language = usePreferences(({ language }) => language)
  const names = shown ?? (Object.keys(fields) as (keyof F & string)[])
  return (
    <div className="field-inputs">
      {names.map(name => {
        const field = fields[name] as Field
        const label: string | undefined = (labels as Readonly<Record<string, string>>)[name]
        return (
          <FieldInput
            key={name}
            name={name}
            field={field}
            label={label ?? textIn(field.label, language)}
            keeps={keeps}
          />
        )
      })}
    </div>
  )
}

interface OneProps {
  name: string
  field: Field
  label: string
  keeps: boolean
}

const USES = { pictures: 'picture', attachments: 'attachment', recordings: 'recording' } as const

function FieldInput({ name, field, label, keeps }: OneProps) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const isRequired = 'isRequired' in field && field.isRequired === true
  const extra = field.hint && textIn(field.hint, language)
  const said = {
    name,
    label,
    extra,
    rules: isRequired ? [{ required: true, message: t($ => $.required) }] : [],
  }
  switch (field.kind) {
    case 'text':
      return field.hasLines ? (
        <FormField {...said} className="field-inputs-wide">
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={field.most} />
        </FormField>
      ) : (
        <FormField {...said}>
          <Input maxLength={field.most} lang={field.language} />
        </FormField>
      )
    case 'choice':
      return (
        <FormField {...said}>
          <ChoiceSelect options={optionsOf(field, language)} allowClear={!isRequired} />
        </FormField>
      )
    case 'choices':
      return (
        <FormField {...said}>
          <Select mode="multiple" options={optionsOf(field, language)} />
        </FormField>
      )
    case 'pictures':
    case 'attachments':
    case 'recordings':
      return (
        <UploadField
          {...said}
          use={USES[field.kind]}
          most={field.most}
          keeps={keeps}
          className="field-inputs-wide"
        />
      )
    case 'amount':
      return <AmountField {...said} isRequired={isRequired} />
    case 'whole':
    case 'number':
      return (
        <NumberField
          name={name}
          label={label}
          {...(extra !== undefined && { extra })}
          unit={unitOfField(name) ?? ''}
          min={field.least}
          max={field.most}
          isWhole={field.kind === 'whole'}
          isRequired={isRequired}
        />
      )
    case 'day':
      return <DayField {...said} normalize={(day: string) => day || null} />
    case 'moment':
      return <MomentField {...said} {...byClockOf(zone)} />
    default:
      return null
  }
}

/** A moment, typed and shown in a time zone. */
const byClockOf = (zone: string) => ({
  getValueProps: (at: string | null | undefined) => ({
    value: at && !Number.isNaN(Date.parse(at)) ? localText(Date.parse(at), zone) : (at ?? ''),
  }),
  normalize: (typed: string) => {
    const at = typed ? instantOf(typed, zone) : Number.NaN
    // What is no moment stays as typed, and is refused in words.
    return Number.isNaN(at) ? typed || null : new Date(at).toISOString()
  },
})

const optionsOf = (field: Extract<Field, { kind: 'choice' | 'choices' }>, language: 'zh-CN' | 'en-US') =>
  Object.entries(field.choices).map(([value, words]) => ({ value, label: textIn(words, language) }))

/** A form's initial values: texts are empty, and there are no files. */
export function emptyTexts(fields: Fields): Record<string, string | string[]> {
  const empty: Record<string, string | string[]> = {}
  for (const [name, { kind }] of Object.entries(fields)) {
    if (kind === 'text') empty[name] = ''
    if (Object.hasOwn(USES, kind)) empty[name] = []
  }
  return empty
}
