import { useTranslation } from 'react-i18next'
import { grantsOf } from '#shared/permissions.ts'
import { Conflict } from '#web/components/form/conflict.tsx'
import { changesOf, type Held } from './matrix.ts'
import { usePermissionText } from './use-permission-text.ts'
import type { RoleEdit } from './use-role-edit.ts'
import type { SavingRole } from './use-save-role.tsx'

interface Props {
  edit: RoleEdit
  newer: NonNullable<SavingRole['newer']>
  saving: SavingRole
}

/** Two people changed the same role: each permission counts as a field, so that neither takes back what the other gave. */
export function RoleConflict({ edit, newer: { role, by }, saving }: Props) {
  const { t } = useTranslation('roles')
  const text = usePermissionText()
  const { base, held } = edit.matrix
  const now = grantsOf(role.permissions)
  const touched = [...changesOf(base, held), ...changesOf(base, now)].map(({ grant }) => grant)
  const fieldsOf = (grants: Held) =>
    Object.fromEntries(touched.map(grant => [grant, grants.has(grant) ? t($ => $.held) : t($ => $.notHeld)]))
  return (
    <Conflict
      base={fieldsOf(base)}
      yours={fieldsOf(held)}
      current={fieldsOf(now)}
      by={by}
      labels={Object.fromEntries(touched.map(grant => [grant, text.grant(grant)]))}
      busy={saving.busy}
      keepYours={saving.overwrite}
      takeCurrent={saving.takeNewer}
      close={saving.closeConflict}
    />
  )
}
