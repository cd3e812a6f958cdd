import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { inRound, roundFailed } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { isSilent } from '../../platform/silence.ts'
import { farmsChanged } from './duty-people.ts'
import { farmsToTell, type RingParts, ringFarm } from './ring.ts'
import { tellHoles } from './tell-holes.ts'

/** With what is spared, everybody hears within ten seconds even if the process that recorded it died. */
const EVERY_MS = 4_000
/** How often plans are looked through for hours without anybody. ms */
const HOLES_MS = 600_000
/** And whether somebody on them has changed. ms */
const PEOPLE_MS = 20_000
/** What came within this time may still be gathered by the process that recorded it. s */
const SPARED_S = 5

/**
 * Tells along the chains of alarms until somebody is on site, or they are over; and what a process that has died recorded but
 * did not tell. A farm whose people cannot be told (`failed`) keeps no other waiting. Returns the accounts that were told.
 */
export async function tellUnseen(
  parts: RingParts,
  failed: (error: unknown) => void,
  sparedS = SPARED_S,
): Promise<string[]> {
  const told: string[] = []
  for (const farmPath of await farmsToTell(parts, sparedS))
    try {
      told.push(...(await ringFarm(parts, farmPath, sparedS)))
    } catch (error) {
      failed(error)
    }
  return told
}

/** Looks for hours without anybody on call now and then, and at once where somebody on the plan has changed. */
function holesLook(store: Store): () => Promise<string[]> {
  let holesAt = Number.NEGATIVE_INFINITY
  let peopleAt = Number.NEGATIVE_INFINITY
  const known = new Map<string, string>()
  return async () => {
    const now = performance.now()
    if (now - peopleAt < PEOPLE_MS) return []
    peopleAt = now
    const changed = await farmsChanged(store.scoped(SYSTEM), known)
    if (now - holesAt < HOLES_MS) return changed.size > 0 ? tellHoles(store, Date.now(), changed) : []
    holesAt = now
    return tellHoles(store)
  }
}

/** Looks for such alarms at the start and every few seconds; any number of processes may do so. */
export function startUnseen({ events, log, ...parts }: RingParts & Pick<Services, 'events' | 'log'>): {
  stop(): Promise<void>
} {
  const failed = (error: unknown) => roundFailed(log, 'unseen', error)
  const holes = holesLook(parts.store)
  const look = async (sparedS?: number) => {
    if (await isSilent(parts.store)) return
    const accountIds = await tellUnseen(parts, failed, sparedS)
    accountIds.push(...(await holes()))
    if (accountIds.length > 0) events.emit('notice', { accountIds })
  }
  let looking = inRound('unseen', () => look(0)).catch(failed)
  const looks = setInterval(() => {
    looking = looking.then(() => inRound('unseen', look)).catch(failed)
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(looks)
      await looking
    },
  }
}
