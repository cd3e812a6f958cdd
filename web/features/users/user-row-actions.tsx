import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#shared/contracts/users.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { useExport } from '#web/components/excel/use-export.ts'
import { later } from '#web/components/later.tsx'
import { type RowAction, RowActions } from '#web/components/list/row-actions.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'

const PasswordDialog = later(() => import('./password-dialog.tsx').then(file => file.PasswordDialog))

/** What the viewer may do with a user: nothing with one who holds more than they do, and less with themselves. */
export function UserRowActions({ user, edit }: { user: User; edit: () => void }) {
  const { t } = useTranslation('users')
  const { id, actualName, username, email, status, idCard, isBeyond, version } = user
  const isSelf = useSession(session => session.user?.id === id)
  const isDisabled = status === 'DISABLE'
  const params = { id }
  const confirming = useConfirmed({ success: t($ => $.admitted) })
  const enabling = useSubmit({ success: t($ => $.enabled) })
  const disabling = useConfirmed({ success: t($ => $.disabled) })
  const removing = useConfirmed({ success: t($ => $.removed) })
  const showIdCard = useIdCard(user)
  const signInActions = useSignInActions(user)
  const dataActions = useDataActions(user)
  const name = { name: actualName }
  return (
    <RowActions
      name={actualName}
      actions={[
        {
          key: 'admit',
          label: t($ => $.admit),
          endpoint: users.admit,
          isOpen: status === 'HELD' && !isBeyond,
          onClick: () =>
            confirming(
              {
                title: t($ => $.admitAsk, name),
                says: t($ => $.admitSays, { username, email: email ?? '—' }),
                ok: t($ => $.admit),
              },
              () => call(users.admit, { params, body: { version } }),
            ),
        },
        { key: 'edit', label: t($ => $.edit), endpoint: users.update, isOpen: !isBeyond, onClick: edit },
        ...signInActions,
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
          key: 'idCard',
          label: t($ => $.showIdCard),
          endpoint: users.idCard,
          isOpen: idCard !== null,
          isRare: true,
          onClick: showIdCard,
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
        ...dataActions,
      ]}
    />
  )
}

/** Actions on how a user signs in: password, second factor, tokens of programs. */
function useSignInActions(user: User): RowAction[] {
  const { t } = useTranslation('users')
  const { id, actualName, hasSecondFactor, hasTokens, isBeyond } = user
  const isSelf = useSession(session => session.user?.id === id)
  const params = { id }
  const name = { name: actualName }
  const factorTaking = useConfirmed({ success: t($ => $.factorTaken) })
  const tokensEnding = useConfirmed({ success: t($ => $.tokensEnded) })
  const sayOtherWays = useOtherWays(user)
  return [
    {
      key: 'resetPassword',
      label: t($ => $.resetPassword),
      endpoint: users.resetPassword,
      isOpen: !isBeyond,
      dialog: close => <PasswordDialog user={user} close={close} />,
    },
    {
      key: 'otherWays',
      label: t($ => $.otherWays),
      endpoint: users.resetPassword,
      isOpen: isBeyond,
      isRare: true,
      onClick: sayOtherWays,
    },
    {
      key: 'resetFactor',
      label: t($ => $.resetFactor),
      endpoint: users.resetSecondFactor,
      isOpen: hasSecondFactor && !isBeyond && !isSelf,
      onClick: () =>
        factorTaking(
          { title: t($ => $.factorAsk, name), says: t($ => $.factorSays), ok: t($ => $.resetFactor) },
          () => call(users.resetSecondFactor, { params }),
        ),
    },
    {
      key: 'endTokens',
      label: t($ => $.endTokens),
      endpoint: users.endTokens,
      isOpen: hasTokens && !isBeyond,
      isRare: true,
      onClick: () =>
        tokensEnding(
          { title: t($ => $.tokensAsk, name), says: t($ => $.tokensSay), ok: t($ => $.endTokens) },
          () => call(users.endTokens, { params }),
        ),
    },
  ]
}

/** A deleted user can be restored; their stored data can still be requested and erased. */
export function DeletedUserActions({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { id, actualName, isBeyond } = user
  const dataActions = useDataActions(user)
  const confirm = useConfirmed({ success: t($ => $.restored) })
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
        ...dataActions,
      ]}
    />
  )
}

/** How a user can get a new password if the viewer may not reset it. */
function useOtherWays({ actualName: name, email, kind }: User): () => void {
  const { t } = useTranslation('users')
  const { modal } = App.useApp()
  const isFarms = useSession(({ user }) => user?.kind !== CUSTOMER) && kind === CUSTOMER
  const ways = [
    ...(email === null ? [] : [t($ => $.ways.forgot, { name, email })]),
    isFarms ? t($ => $.ways.invite) : t($ => $.ways.others),
  ]
  return () =>
    void modal.info({
      title: t($ => $.ways.title, { name }),
      content: (
        <>
          <p>{isFarms ? t($ => $.ways.ofFarm) : t($ => $.ways.ofOthers)}</p>
          <ul className="user-ways stack gap-15">
            {ways.map(way => (
              <li key={way}>{way}</li>
            ))}
          </ul>
        </>
      ),
    })
}

/** Actions on all stored data of a user: exporting and erasing it. */
function useDataActions({ id, username, actualName, isDataBeyond }: User): RowAction[] {
  const { t } = useTranslation('users')
  const isSelf = useSession(session => session.user?.id === id)
  const params = { id }
  const { start } = useExport(users.exportData)
  const erasing = useConfirmed({ success: t($ => $.erased) })
  const erase = () =>
    erasing(
      {
        title: t($ => $.eraseAsk, { name: actualName }),
        says: t($ => $.eraseSays, { username }),
        ok: t($ => $.erase),
      },
      () => call(users.erase, { params }),
    )
  return [
    {
      key: 'exportData',
      label: t($ => $.exportData),
      endpoint: users.exportData,
      isRare: true,
      isOpen: !isDataBeyond,
      onClick: () => void start({ params, body: {} }),
    },
    {
      key: 'erase',
      label: t($ => $.erase),
      endpoint: users.erase,
      isRare: true,
      isOpen: !isDataBeyond && !isSelf,
      onClick: erase,
    },
  ]
}

/** Requests the full number and shows it until the dialog is closed; nothing keeps it. */
function useIdCard({ id, actualName }: User): () => void {
  const { t } = useTranslation('users')
  const { modal } = App.useApp()
  const confirm = useConfirmed({ success: t($ => $.idCardNoted) })
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
