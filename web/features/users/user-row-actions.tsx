import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#shared/contracts/users.ts'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import { touchedByUser } from './touched.ts'

interface Props {
  user: User
  edit: () => void
  resetPassword: () => void
}

/** What the viewer may do with a user: nothing with one who holds more than they do, and less with themselves. */
export function UserRowActions({ user, edit, resetPassword }: Props) {
  const { t } = useTranslation('users')
  const { id, actualName, status, idCard, isBeyond } = user
  const isSelf = useSession(session => session.user?.id === id)
  const isDisabled = status === 'DISABLE'
  const params = { id }
  const enabling = useSubmit({ touches: touchedByUser, success: t($ => $.enabled) })
  const disabling = useConfirmed({ touches: touchedByUser, success: t($ => $.disabled) })
  const removing = useConfirmed({ touches: touchedByUser, success: t($ => $.removed) })
  const showIdCard = useIdCard(user)
  const name = { name: actualName }
  return (
    <RowActions
      name={actualName}
      actions={[
        { key: 'edit', label: t($ => $.edit), endpoint: users.update, isOpen: !isBeyond, onClick: edit },
        {
          key: 'resetPassword',
          label: t($ => $.resetPassword),
          endpoint: users.resetPassword,
          isOpen: !isBeyond,
          onClick: resetPassword,
        },
        {
          key: 'idCard',
          label: t($ => $.showIdCard),
          endpoint: users.idCard,
          isOpen: idCard !== null,
          onClick: showIdCard,
        },
        {
          key: 'enable',
          label: t($ => $.enable),
          endpoint: users.enable,
          isOpen: isDisabled && !isBeyond,
          onClick: () => void enabling.submit(() => call(users.enable, { params })),
        },
        {
          key: 'disable',
          label: t($ => $.disable),
          endpoint: users.disable,
          isOpen: !isDisabled && !isBeyond && !isSelf,
          onClick: () =>
            disabling(
              { title: t($ => $.disableAsk, name), says: t($ => $.disableSays), ok: t($ => $.disable) },
              () => call(users.disable, { params }),
            ),
        },
        {
          key: 'remove',
          label: t($ => $.remove),
          endpoint: users.remove,
          isOpen: !isBeyond && !isSelf,
          onClick: () =>
            removing(
              { title: t($ => $.removeAsk, name), says: t($ => $.removeSays), ok: t($ => $.remove) },
              () => call(users.remove, { params }),
            ),
        },
      ]}
    />
  )
}

/** A deleted user can only be restored. */
export function DeletedUserActions({ user: { id, actualName, isBeyond } }: { user: User }) {
  const { t } = useTranslation('users')
  const confirm = useConfirmed({ touches: touchedByUser, success: t($ => $.restored) })
  const restore = () =>
    confirm(
      {
        title: t($ => $.restoreAsk, { name: actualName }),
        says: t($ => $.restoreSays),
        ok: t($ => $.restore),
      },
      () => call(users.restore, { params: { id } }),
    )
  return (
    <RowActions
      name={actualName}
      actions={[
        {
          key: 'restore',
          label: t($ => $.restore),
          endpoint: users.restore,
          isOpen: !isBeyond,
          onClick: restore,
        },
      ]}
    />
  )
}

/** Asks for the whole number and shows it until the dialog is closed; nothing keeps it. */
function useIdCard({ id, actualName }: User): () => void {
  const { t } = useTranslation('users')
  const { modal } = App.useApp()
  const confirm = useConfirmed({ touches: [], success: t($ => $.idCardNoted) })
  return () =>
    confirm(
      {
        title: t($ => $.idCardAsk, { name: actualName }),
        says: t($ => $.idCardSays),
        ok: t($ => $.showIdCard),
      },
      async () => {
        const { idCard } = await call(users.idCard, { params: { id } })
        modal.info({ title: actualName, content: <span className="mono">{idCard}</span> })
      },
    )
}
