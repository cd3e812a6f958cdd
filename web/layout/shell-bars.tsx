import type { UserInfo } from '#shared/contracts/session.ts'
import { useWaiting, waitingCount } from '#web/data/offline/waiting.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { SilenceBar, WaitingBar } from './dialogs.ts'
import { NewVersionBar } from './new-version-bar.tsx'
import { StandingBar } from './standing-bar.tsx'
import { useLostAt } from './use-lost-at.ts'

interface Props {
  user: Pick<UserInfo, 'isSilent' | 'standing'>
  open: (href: string) => void
}

/**
 * The bars above a screen. Without a connection there is one alone, which says what waits as well: nothing that the others ask
 * for can be done then.
 */
export function ShellBars({ user, open }: Props) {
  const lostAt = useLostAt()
  const isThere = lostAt === null
  const doRecordsWait = useWaiting(each => waitingCount(each) > 0)
  return (
    <>
      <ConnectionBar lostAt={lostAt} />
      {isThere && doRecordsWait && <WaitingBar open={open} />}
      <NewVersionBar isHeld={!isThere} />
      {isThere && user.isSilent && <SilenceBar />}
      {isThere && <StandingBar standing={user.standing} />}
    </>
  )
}
