import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type HouseGroup, type HouseGroupForm, houseGroups } from '#shared/contracts/house-groups.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import { useAssign } from './group-row-actions.tsx'

type Values = z.input<typeof HouseGroupForm>

interface Props {
  group: HouseGroup | null
  close: () => void
}

/** Creates a house group, or changes its name and remarks. */
export function GroupFormDialog({ group, close }: Props) {
  const { t } = useTranslation('house-groups')
  const assign = useAssign()
  const user = useSession(({ user }) => user)
  // A customer's users mean their own farm.
  const own = user?.kind === 2 ? [{ value: user.officeId, label: user.officeName }] : []
  const labels = Object.fromEntries(
    (['name', 'officeId', 'remarks'] as const).map(name => [name, t($ => $.fields[name])]),
  )
  return (
    <FormDialog<Values>
      title={group ? group.name : t($ => $.new)}
      initial={group ?? (own[0] ? { officeId: own[0].value } : {})}
      {...(group ? { version: group.version } : {})}
      save={async (values, version) => {
        const body = { ...values, remarks: values.remarks || null, version }
        if (group) await call(houseGroups.update, { params: { id: group.id }, body })
        // Its houses come next.
        else assign(await call(houseGroups.create, { body }))
      }}
      namesOf={({ officeId, officeName }: HouseGroup) => [{ value: officeId, label: officeName }]}
      success={group ? t($ => $.changed) : t($ => $.created)}
      labels={labels}
      close={close}
    >
      <Fields
        own={group ? [{ value: group.officeId, label: group.officeName }] : own}
        isFixed={group !== null}
      />
    </FormDialog>
  )
}

function Fields({ own, isFixed }: { own: { value: string; label: string }[]; isFixed: boolean }) {
  const { t } = useTranslation('house-groups')
  const { t: word } = useTranslation('components')
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <>
      <FormField name="name" label={t($ => $.fields.name)} rules={required} extra={t($ => $.hints.name)}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="officeId" label={t($ => $.fields.officeId)} rules={required}>
        <RemoteSelect source={useOfficeOptions()} also={own} disabled={isFixed} />
      </FormField>
      <FormField name="remarks" label={t($ => $.fields.remarks)}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
    </>
  )
}
