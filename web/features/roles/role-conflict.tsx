import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contracts/roles.ts'
import { grantsOf } from '#shared/permissions.ts'
import { Conflict } from '#web/components/form/conflict.tsx'
import { changesOf } from './matrix.ts'
import { usePermissionText } from './use-permission-text.ts'
import type { RoleEdit } from './use-role-edit.ts'
import type { SavingRole } from './use-save-role.tsx'

/** Two people changed the same role: the permissions in which they differ, and whose stay. */
export function RoleConflict({ edit, newer, saving }: { edit: RoleEdit; newer: Role; saving: SavingRole }) {
  const { t } = useTranslation('roles')
  const text = usePermissionText()
  const differing = changesOf(grantsOf(newer.permissions), edit.matrix.held)
  const words = (isAdded: boolean) =>
    differing
      .filter(change => change.isAdded === isAdded)
      .map(({ grant }) => text.grant(grant))
      .join(' · ') || t($ => $.noneChosen)
  return (
    <Conflict
      yours={{ permissions: words(true) }}
      current={{ permissions: words(false) }}
      labels={{ permissions: t($ => $.fields.permissions) }}
      busy={saving.busy}
      keepYours={saving.overwrite}
      takeCurrent={saving.takeNewer}
      close={saving.closeConflict}
    />
  )
}
