import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { TicketPlace } from '#web/components/records/ticket-place.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'

type Values = z.input<typeof overhaul.plan.body>

/** Plans released items for a house, a device or both. */
export function PlanForm({ close }: { close: () => void }) {
  const { t } = useTranslation('overhaul')
  return (
    <FormDialog<Values>
      title={t($ => $.plan)}
      width={560}
      initial={{}}
      save={body => call(overhaul.plan, { body })}
      success={t($ => $.planned)}
      doing={t($ => $.plan)}
      close={close}
    >
      <TicketPlace />
      <Items />
    </FormDialog>
  )
}

function Items() {
  const { t } = useTranslation('overhaul')
  const { t: word } = useTranslation('components')
  const items = useOptions(overhaul.itemOptions.path, '', search =>
    call(overhaul.itemOptions, { query: { search } }),
  )
  return (
    <FormField
      name="itemIds"
      label={t($ => $.items)}
      rules={[{ required: true, message: word($ => $.required) }]}
    >
      <RemoteSelect mode="multiple" source={items} />
    </FormField>
  )
}
