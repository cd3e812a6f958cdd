import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { CallError } from '#web/data/client.ts'
import { startExport } from '#web/data/jobs.ts'

/** Starts one export at a time, and reports if it cannot start; the tray shows the rest. */
export function useExport(endpoint: Endpoint) {
  const { t } = useTranslation('excel')
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const start = async (input: Parameters<typeof startExport>[1]) => {
    setBusy(true)
    try {
      await startExport(endpoint, input)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.told) void message.error(error.message || t($ => $.state.failed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, start }
}
