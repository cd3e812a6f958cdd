import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { orders } from '#shared/contracts/orders.ts'
import { countriesIn } from '#shared/countries.ts'
import type { Result } from '#shared/endpoint.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { FormField } from '../form/form-field.tsx'
import { useReadOnce } from '../use-read-once.ts'

/** The destination country as a form field; '' while unknown. */
export function Country() {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const countries = useMemo(() => countriesIn(language), [language])
  return (
    <FormField name="country" label={t($ => $.country)} normalize={(code?: string) => code ?? ''}>
      <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={countries} />
    </FormField>
  )
}

type Consignee = Result<typeof orders.consignee>
const unknown: Consignee = { consignee: '', phone: '', country: '', city: '', address: '' }

/** Where the viewer's own goods usually go, read once; undefined until then, empty where it cannot be read. */
export function useUsualConsignee(): Consignee | undefined {
  const { data, error } = useReadOnce([orders.consignee.path], () => call(orders.consignee, { query: {} }))
  return data ?? (error ? unknown : undefined)
}

/** In a form of staff: what is still empty, or was filled in for another customer, is filled in for this one. */
export function useConsigneeOf(officeId: string | undefined): void {
  const form = Form.useFormInstance<Consignee>()
  const filled = useRef<Partial<Consignee>>({})
  const { data } = useQuery({
    queryKey: [orders.consignee.path, officeId],
    queryFn: () => call(orders.consignee, { query: { officeId } }),
    enabled: officeId !== undefined,
  })
  useEffect(() => {
    if (!data) return
    for (const name of Object.keys(unknown) as (keyof Consignee)[]) {
      const typed = form.getFieldValue(name) as string | undefined
      if (!typed || typed === filled.current[name]) form.setFieldValue(name, data[name])
    }
    filled.current = data
  }, [data, form])
}
