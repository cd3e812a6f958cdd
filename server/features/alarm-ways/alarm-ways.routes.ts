import { PROOF_HOLDS_MS } from '#shared/alarm-ways.ts'
import { alarmWays } from '#shared/contracts/alarm-ways.ts'
import { noteProof } from '../../farm/alarms/ways/proofs.ts'
import { noteArrived } from '../../farm/alarms/ways/watch-ways.ts'
import { noteAttempt } from '../../platform/database/note-attempt.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import type { Call } from '../../platform/http/call.ts'
import { feature } from '../../platform/http/feature.ts'
import { readMailboxToken, readProof } from '../../platform/secrets/proof-token.ts'
import { reach } from './reach.ts'

/**
 * Notes that something arrived: the word it carried names its reader, the way and when it was sent, signed by us; that of a mail to
 * the installation's own mailbox only when it was sent.
 */
async function confirmWay({ services, body }: Call<typeof alarmWays.confirmWay>) {
  const sentAt = readMailboxToken(services.config.appSecret, body.token)
  if (sentAt !== null) {
    const isMissed = await services.store.transaction(SYSTEM, db => noteArrived(db, sentAt))
    return { state: isMissed ? ('proven' as const) : ('expired' as const) }
  }
  const proof = readProof(services.config.appSecret, body.token)
  const age = Date.now() - (proof?.at ?? 0)
  // Older than what it proves.
  if (!proof || age > PROOF_HOLDS_MS[proof.way]) return { state: 'expired' as const }
  const { accountId, way, at } = proof
  const isThere = await services.store.transaction(SYSTEM, async db => {
    if (way === 'push' && body.tag !== undefined)
      await noteAttempt(db, 'push', body.tag, 'reached', accountId)
    return noteProof(db, accountId, way, at)
  })
  return { state: isThere ? ('proven' as const) : ('expired' as const) }
}

export const alarmWaysFeature = feature('alarm-ways', alarmWays, { reach, confirmWay })
