import { sql } from 'drizzle-orm'
import type { CustomerStanding } from '#shared/contracts/session.ts'
import { TRIAL_READ_DAYS } from '#shared/limits.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'

/** How long before the end of a contract, or of the shorter trial, a banner appears. Days */
const SOON_DAYS = { formal: 30, trial: 7 } as const

/** What a customer's users need to know about its contract or trial; null if nothing. */
export async function readStanding(store: Store, farmPath: string): Promise<CustomerStanding | null> {
  const { rows } = await store.scoped(SYSTEM).execute<{
    stage: 'trial' | 'formal'
    contractEndsOn: string | null
    trialEndsOn: string | null
    timeZone: string
  }>(sql`select c.stage, c.contract_ends_on::text as "contractEndsOn", c.trial_ends_on::text as "trialEndsOn",
      o.time_zone as "timeZone"
    from customer c join office o on o.id = c.office_id where c.office_path = ${farmPath}`)
  const [found] = rows
  if (!found) return null
  const today = dateIn(found.timeZone, Date.now())
  const { stage } = found
  const endsOn = stage === 'formal' ? found.contractEndsOn : found.trialEndsOn
  if (endsOn === null || endsOn > daysAfter(today, SOON_DAYS[stage])) return null
  const hasEnded = endsOn < today
  if (stage === 'formal')
    return { kind: hasEnded ? 'contractEnded' : 'contractEnding', endsOn, readUntil: null }
  return hasEnded
    ? { kind: 'trialEnded', endsOn, readUntil: daysAfter(endsOn, TRIAL_READ_DAYS) }
    : { kind: 'trialEnding', endsOn, readUntil: null }
}
