import { useTranslation } from 'react-i18next'
import { notices } from '#shared/contracts/notices.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { queries, readAgain } from '#web/data/queries.ts'

/** Marks messages read silently with all of the same things, as opening them does; the bell follows. */
export async function readQuietly(ids: readonly string[]): Promise<void> {
  try {
    await call(notices.markRead, { body: { ids: [...ids], alike: true } })
    void readAgain(queries, [notices.list.path])
  } catch {
    // Opening a message matters more than marking it; it stays unread.
  }
}

/** Marks messages as read on request, and says so. */
export function useRead() {
  const { t } = useTranslation('notices')
  const { busy, submit } = useSubmit({ success: t($ => $.markedRead) })
  return {
    busy,
    read: (ids: readonly string[]) =>
      submit(() => call(notices.markRead, { body: { ids: [...ids], alike: true } })),
    readAll: () => submit(() => call(notices.markAllRead)),
  }
}
