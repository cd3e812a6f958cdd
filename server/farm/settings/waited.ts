import type { FastifyBaseLogger } from 'fastify'
import { settingRisks } from '#shared/setting-risks.ts'
import type { Harm } from '#shared/what-if/harm.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import { judgedHouse } from './judged-house.ts'
import type { OpenChange } from './open-changes.ts'
import type { ToldSettings } from './told-settings.ts'

/** What the house's model says of a change now; null where it cannot be run. Rejects while it is busy. */
export type HarmsOf = (
  change: OpenChange,
  told: ToldSettings,
  latest: LatestState | undefined,
) => Promise<readonly Harm[] | null>

interface Parts {
  harmsOf: HarmsOf
  /** From this age on a change meets another house than the one it was judged for. ms */
  waitedMs: number
  log: FastifyBaseLogger
  /** An answer of the model is there. */
  wake: () => void
}

type Judgement = 'safe' | 'unsafe' | 'pending'

/** How long an answer of the model counts: the house goes on living. ms */
const COUNTS_MS = 60_000
/** After a model that was busy or failed it is asked again. ms */
const AGAIN_MS = 1_000

/**
 * Judges changes once more before they are sent, for the house as it is now, unless their maker confirmed what they do:
 * all by the safe ranges, those that waited by the house's model as well. Each process asks its own model.
 */
export function waitedJudge({ harmsOf, waitedMs, log, wake }: Parts) {
  const asked = new Map<string, { at: number; judgement: Judgement }>()

  function ask(change: OpenChange, told: ToldSettings, latest: LatestState | undefined): Judgement {
    const { id } = change
    const now = Date.now()
    for (const [known, { at }] of asked) if (now - at > COUNTS_MS) asked.delete(known)
    const known = asked.get(id)
    if (known) return known.judgement
    const mine: { at: number; judgement: Judgement } = { at: now, judgement: 'pending' }
    asked.set(id, mine)
    harmsOf(change, told, latest)
      .then(harms => {
        mine.judgement = (harms?.length ?? 0) > 0 ? 'unsafe' : 'safe'
        wake()
      })
      .catch(error => {
        log.debug({ err: error, changeId: id }, 'the house model is asked again')
        // Not sent unjudged: a change may wait a second more.
        mine.at = now - COUNTS_MS + AGAIN_MS
      })
    return 'pending'
  }

  return (change: OpenChange, told: ToldSettings, latest: LatestState | undefined): Judgement => {
    const { isConfirmed, wanted, house, now, officeZone, flock, state, madeAt } = change
    if (isConfirmed) return 'safe'
    const judged = judgedHouse({ row: house, now, officeZone, latest, flock })
    if (settingRisks(told.values, wanted, judged).length > 0) return 'unsafe'
    const hasWaited = state === 'waiting' && Date.now() - madeAt.getTime() >= waitedMs
    return hasWaited ? ask(change, told, latest) : 'safe'
  }
}
