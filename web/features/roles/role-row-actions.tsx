import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type RoleRow, roles } from '#shared/contracts/roles.ts'
import { later } from '#web/components/later.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { nameOf } from './role-name.ts'

const RoleFormDialog = later(() => import('./role-form-dialog.tsx').then(file => file.RoleFormDialog))

interface Props {
  role: RoleRow
  open: (id: string) => void
}

/** What the viewer may do with a role. */
export function RoleRowActions({ role, open }: Props) {
  const { t } = useTranslation('roles')
  const language = usePreferences(({ language }) => language)
  const { modal } = App.useApp()
  const confirmRemoval = useConfirmed({ success: t($ => $.removed) })
  const name = nameOf(role, language)
  const remove = () =>
    role.people > 0
      ? void modal.info({
          title: t($ => $.inUse, { name }),
          content: t($ => $.inUseSays, { count: role.people }),
        })
      : confirmRemoval(
          { title: t($ => $.removeAsk, { name }), says: t($ => $.removeSays), ok: t($ => $.remove) },
          () => call(roles.remove, { params: { id: role.id } }),
        )
  return (
    <RowActions
      name={name}
      actions={[
        { key: 'open', label: t($ => $.open), endpoint: roles.get, onClick: () => open(role.id) },
        {
          key: 'rename',
          label: t($ => $.rename),
          endpoint: roles.update,
          isOpen: role.locked === null,
          dialog: close => <RoleFormDialog role={role} doing="rename" close={close} made={open} />,
        },
        {
          key: 'clone',
          label: t($ => $.clone),
          endpoint: roles.clone,
          isOpen: role.locked !== 'beyond',
          dialog: close => <RoleFormDialog role={role} doing="clone" close={close} made={open} />,
        },
        {
          key: 'remove',
          label: t($ => $.remove),
          endpoint: roles.remove,
          isOpen: role.locked === null && !role.builtIn,
          onClick: remove,
        },
      ]}
    />
  )
}
