import type { z } from 'zod'
import type { Conversion } from '#shared/contracts/customer-forms.ts'
import { type Stage, TRIAL_DAYS } from '#shared/customers.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { refuse } from '../../platform/http/errors.ts'
import { type Changing, openCustomer, refuseUnseen, type Saw, storeCustomer } from './customer-changes.ts'
import { tellDecision } from './customer-news.ts'
import { giveRole } from './customer-owner.ts'

/** Approves a customer that waits, or was refused and is reconsidered. A trial begins now. */
export async function approveCustomer(call: Changing & { body: Saw }, stage: Stage) {
  const opened = await openCustomer(call, stage, call.body)
  const { found, current } = opened
  if (found.row.approval === 'passed')
    throw refuse.conflict({ yours: null, current }, 'customer.alreadyPassed')
  refuseUnseen(call.body, opened)
  const role = await giveRole(call.db, found, stage)
  const trialEndsOn =
    stage === 'trial' ? daysAfter(dateIn(found.timeZone, new Date()), TRIAL_DAYS) : found.row.trialEndsOn
  const columns = { approval: 'passed' as const, refusedBecause: null, trialEndsOn }
  const shown = await storeCustomer(call, stage, found, { columns }, role)
  await tellDecision(
    call,
    found,
    stage === 'trial' && trialEndsOn ? { what: 'trialApproved', until: trialEndsOn } : { what: 'approved' },
  )
  return shown
}

/** Refuses a customer that waits, with a reason its owner reads. */
export async function refuseCustomer(call: Changing & { body: Saw & { reason: string } }, stage: Stage) {
  const opened = await openCustomer(call, stage, call.body)
  const { found, current } = opened
  if (found.row.approval !== 'pending') throw refuse.conflict({ yours: null, current }, 'customer.notPending')
  refuseUnseen(call.body, opened)
  const { reason } = call.body
  const columns = { approval: 'rejected' as const, refusedBecause: reason }
  const shown = await storeCustomer(call, stage, found, { columns })
  await tellDecision(call, found, { what: 'refused', reason })
  return shown
}

/** The given number of days from the trial's end, or from today if that has passed. */
export async function extendTrial(call: Changing & { body: Saw & { days?: number | undefined } }) {
  const opened = await openCustomer(call, 'trial', call.body)
  const { found, current } = opened
  const { days } = call.body
  if (days === undefined) throw refuse.invalid([{ field: 'days', message: 'field.required' }])
  if (found.row.approval !== 'passed') throw refuse.conflict({ yours: null, current }, 'customer.notPassed')
  refuseUnseen(call.body, opened)
  const today = dateIn(found.timeZone, new Date())
  const { trialEndsOn } = found.row
  const from = trialEndsOn !== null && trialEndsOn > today ? trialEndsOn : today
  return storeCustomer(call, 'trial', found, { columns: { trialEndsOn: daysAfter(from, days) } })
}

/** Makes it a formal customer, keeping its id, its users and everything it has. */
export async function convertCustomer(call: Changing & { body: z.output<typeof Conversion> }) {
  const opened = await openCustomer(call, 'trial', call.body)
  const { found, current } = opened
  const { contractEndsOn } = call.body
  if (found.row.approval !== 'passed') throw refuse.conflict({ yours: null, current }, 'customer.notPassed')
  refuseUnseen(call.body, opened)
  if (contractEndsOn < dateIn(found.timeZone, new Date()))
    throw refuse.invalid([{ field: 'contractEndsOn', message: 'customer.contractPast' }])
  const role = await giveRole(call.db, found, 'formal')
  const columns = { stage: 'formal' as const, trialEndsOn: null, contractEndsOn }
  const shown = await storeCustomer(call, 'trial', found, { columns }, role)
  await tellDecision(call, found, { what: 'converted', until: contractEndsOn })
  return shown
}
