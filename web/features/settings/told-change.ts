import type { SettingChange } from '#shared/contracts/settings.ts'

/** How long a change that is over is still told beside its settings, ms: one that is done until it has been seen. */
const TOLD_MS = { done: 60_000, failed: 86_400_000 }

/** Whether a change is news: under way, just done, or failed within a day. Later it is in the history alone. */
export function isNews(
  { state, failure, overAt }: Pick<SettingChange, 'state' | 'failure' | 'overAt'>,
  now: number,
): boolean {
  if (overAt === null) return true
  if (failure === 'withdrawn') return false
  return now - Date.parse(overAt) < (state === 'synced' ? TOLD_MS.done : TOLD_MS.failed)
}
