import { setTimeout as delay } from 'node:timers/promises'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { inRound, roundFailed } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { completeDays } from '../flocks/complete-days.ts'
import { dueHouses } from './house-course.ts'
import { prepareHouses } from './prepare.ts'

/** Figures of a house are never older than this. ms */
const EVERY_MS = 15 * 60_000
/** Houses at a time: reports must not notice. */
const AT_ONCE = 10
/** Least pause between two parts, and the one when nothing is due. ms */
const REST_MS = { part: 250, done: 5_000 }
/** After a part it rests for so many times as long as that took: a third of one processor, and less on one that is busy. */
const REST_TIMES = 2

/** Prepares some of the houses that are due; returns whether there may be more. */
export async function prepareDue(store: Store): Promise<boolean> {
  const ids = await dueHouses(store.scoped(SYSTEM), EVERY_MS, AT_ONCE)
  await prepareHouses(store.scoped(SYSTEM), ids)
  return ids.length === AT_ONCE
}

async function round(store: Store): Promise<boolean> {
  const isMore = await completeDays(store)
  return (await prepareDue(store)) || isMore
}

/** Keeps the figures of houses prepared for data screens and the workplace. Several processes may: the last one counts. */
export function startFigures({ store, log }: Pick<Services, 'store' | 'log'>) {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      const begun = performance.now()
      const isMore = await inRound('figures', () => round(store)).catch(error => {
        roundFailed(log, 'figures', error)
        return false
      })
      const tookMs = performance.now() - begun
      const rest = isMore ? Math.max(REST_MS.part, REST_TIMES * tookMs) : REST_MS.done
      await delay(rest, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
