import { z } from 'zod'
import type { Keeper } from './keeper.ts'

/** What a siren must know after a kill or a cut of power, to be right at once. */
export const SirenMemory = z.object({
  /** Whether the server had not been reached for so long that nobody was told. */
  isAlone: z.boolean(),
  /** critical alarms that stand, by key */
  standing: z.array(z.string()),
  /** those of them that somebody has silenced */
  silenced: z.array(z.string()),
})
export type SirenMemory = z.infer<typeof SirenMemory>
export const freshSiren: SirenMemory = { isAlone: false, standing: [], silenced: [] }

/** A critical alarm of a controller. */
export interface Critical {
  key: string
  /** null while it cannot be known: then it is as it was */
  isActive: boolean | null
}

/** Which alarms the siren sounds for. */
export interface SirenBook {
  /**
   * Takes note of what is.
   * @param now ms, by a clock that is never set
   * @returns the alarms it sounds for
   */
  look(now: number, isReached: boolean, criticals: readonly Critical[]): readonly string[]
  /** Silences what stands; returns how many alarms that is. */
  silence(now: number): number
  silenced(): readonly string[]
}

interface BookOptions {
  keeper: Keeper<SirenMemory>
  now: number
  /** ms without the server from which on nobody is told */
  afterMs: number
  /** ms after which a silenced alarm that still stands sounds again */
  againMs: number
}

/** Keeps account of critical alarms, over a restart too. */
export function sirenBook({ keeper, now: begin, afterMs, againMs }: BookOptions): SirenBook {
  let saved = keeper.value
  const standing = new Set(saved.standing)
  /** when each was silenced: after a restart its time begins anew */
  const silenced = new Map(saved.silenced.map(key => [key, begin]))
  let reachedAt = saved.isAlone ? Number.NEGATIVE_INFINITY : begin
  let isAlone = saved.isAlone

  function save(): void {
    const next = { isAlone, standing: [...standing].toSorted(), silenced: [...silenced.keys()].toSorted() }
    // While the server tells people, nothing of this is needed after a restart: spare the card.
    if (!next.isAlone && !saved.isAlone) return
    if (JSON.stringify(next) === JSON.stringify(saved)) return
    saved = next
    keeper.save(next)
  }

  function note(criticals: readonly Critical[]): void {
    const known = new Set(criticals.map(({ key }) => key))
    for (const key of standing) if (!known.has(key)) standing.delete(key)
    for (const { key, isActive } of criticals) {
      if (isActive === true) standing.add(key)
      else if (isActive === false) standing.delete(key)
    }
    for (const key of silenced.keys()) if (!standing.has(key)) silenced.delete(key)
  }

  return {
    look(now, isReached, criticals) {
      if (isReached) reachedAt = now
      isAlone = now - reachedAt >= afterMs
      note(criticals)
      for (const [key, at] of silenced) if (now - at >= againMs) silenced.delete(key)
      save()
      return isAlone ? [...standing].filter(key => !silenced.has(key)) : []
    },
    silence(now) {
      if (!isAlone) return 0
      const open = [...standing].filter(key => !silenced.has(key))
      for (const key of open) silenced.set(key, now)
      save()
      return open.length
    },
    silenced: () => [...silenced.keys()],
  }
}
