import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/data/client.ts'

/** Runs one call at a time and reports why it failed. */
export function useAttempt(): [boolean, (work: () => Promise<unknown>) => Promise<void>] {
  const { t } = useTranslation('components')
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const why = error.fields[0]?.message ?? error.message
      if (!error.told) void message.error(why || t($ => $.noAnswer))
    } finally {
      setBusy(false)
    }
  }
  return [busy, attempt]
}
