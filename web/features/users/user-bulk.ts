import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#shared/contracts/users.ts'
import type { BulkAction } from '#web/components/list/strip.tsx'
import { useBulk } from '#web/components/list/use-bulk.tsx'

/** Bulk actions on users. */
export function useUserBulk(): BulkAction<User>[] {
  const { t } = useTranslation('users')
  const { t: word } = useTranslation('components')
  const { modal } = App.useApp()
  const runAll = useBulk<User>(users.bulk)
  const versions = (rows: readonly User[]) => Object.fromEntries(rows.map(({ id, version }) => [id, version]))
  const asked =
    (what: 'admit' | 'disable' | 'remove'): BulkAction<User>['run'] =>
    (rows, drop) =>
      void modal.confirm({
        title: t($ => $.bulkAsk[what], { count: rows.length }),
        content: t($ => (what === 'admit' ? $.bulkAdmitSays : $[`${what}Says`])),
        okText: t($ => $[what]),
        cancelText: word($ => $.cancel),
        onOk: () => runAll({ rows, body: { action: what, versions: versions(rows) }, drop }),
      })
  return [
    { key: 'admit', label: t($ => $.admit), endpoint: users.admit, run: asked('admit') },
    {
      key: 'enable',
      label: t($ => $.enable),
      endpoint: users.enable,
      run: (rows, drop) => void runAll({ rows, body: { action: 'enable' }, drop }),
    },
    { key: 'disable', label: t($ => $.disable), endpoint: users.disable, run: asked('disable') },
    { key: 'remove', label: t($ => $.remove), endpoint: users.remove, run: asked('remove') },
  ]
}
