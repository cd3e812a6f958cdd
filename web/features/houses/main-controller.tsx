import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { House } from '#shared/contracts/houses.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import type { Options } from '#web/components/use-options.ts'

interface Props {
  house: House | null
  /** The devices currently offered for the house. */
  serving: Options
}

/** The main controller among several chosen ones, whose figures are the house's; the first by default. */
export function MainController({ house, serving }: Props) {
  const { t } = useTranslation('houses')
  const form = Form.useFormInstance()
  const chosen: string[] = Form.useWatch('deviceIds') ?? []
  const main: string | undefined = Form.useWatch('mainId')
  const known = useControllerNames(house, serving)
  const options = chosen.flatMap(value => {
    const label = known.get(value)
    return label === undefined ? [] : [{ value, label }]
  })
  const first = options[0]?.value
  const isChosen = options.some(({ value }) => value === main)
  useEffect(() => {
    if (first !== undefined && !isChosen) form.setFieldValue('mainId', first)
  }, [form, first, isChosen])
  if (options.length < 2) return null
  return (
    <FormField
      className="house-form-wide"
      name="mainId"
      label={t($ => $.fields.mainId)}
      extra={t($ => $.hints.mainId)}
    >
      <ChoiceSelect options={options} />
    </FormField>
  )
}

/** Names of controllers by id: the house's own, and all that were offered while the form is open. */
function useControllerNames(house: House | null, { options }: Options): ReadonlyMap<string, string> {
  const [names] = useState(() => {
    const controllers = house?.devices.filter(({ type }) => type === 'controller') ?? []
    return new Map(controllers.map(({ id, code, name }) => [id, `${code} · ${name}`]))
  })
  for (const { value, label, type } of options) if (type === 'controller') names.set(value, label)
  return names
}
