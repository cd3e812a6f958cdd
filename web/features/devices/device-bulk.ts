import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Device, devices } from '#shared/contracts/devices.ts'
import type { BulkAction } from '#web/components/list/strip.tsx'
import { CallError, call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { useReasonDialog } from './reason-dialog.tsx'

type Many = 'enable' | 'disable' | 'remove'

/** What the viewer may do with several devices: one after the other, so that each is refused or done on its own. */
export function useBulkActions(): BulkAction<Device>[] {
  const { t } = useTranslation('devices')
  const may = {
    enable: useMayCall(devices.enable),
    disable: useMayCall(devices.disable),
    remove: useMayCall(devices.remove),
  }
  const runAll = useRunAll()
  const askReason = useReasonDialog()
  const action = (key: Many, run: (rows: readonly Device[]) => void) =>
    may[key] ? [{ key, label: t($ => $[key]), run }] : []
  return [
    ...action('enable', rows => void runAll(rows, ({ id }) => call(devices.enable, { params: { id } }))),
    ...action('disable', rows =>
      askReason('disable', rows, body =>
        runAll(rows, ({ id }) => call(devices.disable, { params: { id }, body })),
      ),
    ),
    ...action('remove', rows =>
      askReason('remove', rows, body =>
        runAll(rows, ({ id }) => call(devices.remove, { params: { id }, body })),
      ),
    ),
  ]
}

/** Does it to each and says how many succeeded and why the others did not. Answers whether the question is settled. */
function useRunAll() {
  const { t } = useTranslation('components')
  const { message, modal } = App.useApp()
  const cache = useQueryClient()
  return async (rows: readonly Device[], run: (row: Device) => Promise<unknown>): Promise<boolean> => {
    const failed: string[] = []
    for (const row of rows)
      try {
        await run(row)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        failed.push(`${row.code}: ${error.fields[0]?.message || error.message || t($ => $.noAnswer)}`)
      }
    void cache.invalidateQueries({ queryKey: [devices.list.path] })
    const says = t($ => $.bulkDone, { done: rows.length - failed.length, all: rows.length })
    if (failed.length === 0) void message.success(says)
    else void modal.error({ title: says, content: failed.join('\n'), style: { whiteSpace: 'pre-line' } })
    return true
  }
}
