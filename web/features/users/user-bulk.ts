import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#shared/contracts/users.ts'
import type { BulkAction } from '#web/components/list/strip.tsx'
import { useBulk } from '#web/components/list/use-bulk.tsx'
import { useMayCall } from '#web/data/session.ts'
import { touchedByUser } from './touched.ts'

/** What the viewer may do with several users. */
export function useUserBulk(): BulkAction<User>[] {
  const { t } = useTranslation('users')
  const { t: word } = useTranslation('components')
  const { modal } = App.useApp()
  const may = {
    enable: useMayCall(users.enable),
    disable: useMayCall(users.disable),
    remove: useMayCall(users.remove),
  }
  const runAll = useBulk<User>(users.bulk, touchedByUser)
  const action = (key: keyof typeof may, run: BulkAction<User>['run']) =>
    may[key] ? [{ key, label: t($ => $[key]), run }] : []
  const grave = (what: 'disable' | 'remove') =>
    action(what, (rows, drop) => {
      modal.confirm({
        title: t($ => $.bulkAsk[what], { count: rows.length }),
        content: t($ => $[`${what}Says`]),
        okText: t($ => $[what]),
        cancelText: word($ => $.cancel),
        onOk: () => runAll({ rows, body: { action: what }, drop }),
      })
    })
  return [
    ...action('enable', (rows, drop) => void runAll({ rows, body: { action: 'enable' }, drop })),
    ...grave('disable'),
    ...grave('remove'),
  ]
}
