import { useTranslation } from 'react-i18next'
import type { User } from '#shared/contracts/users.ts'
import { momentOf } from '#shared/dates.ts'
import { markOfStatus } from '#web/components/device-status.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { useZone } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** Marks for a user's status. */
export const markOfUser = { ...markOfStatus, HELD: 'watch' } as const

/** A user's status, mark and word; for one waiting for an owner, the time until it opens by itself. */
export function UserStatusWord({ user: { status, heldUntil } }: { user: User }) {
  const { t } = useTranslation('users')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  return (
    <StateWord state={markOfUser[status]}>
      {heldUntil
        ? t($ => $.opens, { at: momentOf(new Date(heldUntil), language, zone) })
        : t($ => $.status[status])}
    </StateWord>
  )
}
