import { paths } from './screens.ts'

/** A customer is on trial until it is made formal. */
export const stages = ['formal', 'trial'] as const
export type Stage = (typeof stages)[number]
/** The list of each. */
export const customerScreens = { formal: paths.customers, trial: paths.trialCustomers } as const

export const approvals = ['pending', 'passed', 'rejected'] as const
export type Approval = (typeof approvals)[number]

/** UNACTIVE: nobody signed in yet; ONLINE: a user was active within {@link ONLINE_MS}. Specification section 4. */
export const customerStatuses = ['ONLINE', 'OFFLINE', 'UNACTIVE', 'DISABLE'] as const
export type CustomerStatus = (typeof customerStatuses)[number]

/** A user who did something within this time is still there. ms */
export const ONLINE_MS = 5 * 60_000

/** Days a trial lasts from its approval. */
export const TRIAL_DAYS = 30
/** A customer's maintenance is due from this many days before its date. */
export const MAINTENANCE_SOON = 7
/** Days a trial is extended by. */
export const EXTENSIONS = [7, 14, 30, 60, 90] as const

/** Customer fields that the provider alone decides: an agent can only read them. */
export const providersFields = ['managerOfficeId', 'contractEndsOn', 'agentEndsOn'] as const

/** Whom a change came from. */
export const changers = ['staff', 'agent', 'owner', 'system'] as const
export type Changer = (typeof changers)[number]

/** Logged customer fields besides those of its form. */
export const loggedItems = [
  'chineseName',
  'englishName',
  'contact',
  'email',
  'phone',
  'country',
  'city',
  'address',
  'longitude',
  'latitude',
  'timeZone',
  'placementDay',
  'remarks',
  'managerOfficeId',
  'contractEndsOn',
  'trialEndsOn',
  'agentEndsOn',
  'nextMaintenanceOn',
  'nextMaintenance',
  'stage',
  'approval',
  'refusedBecause',
  'ownerRole',
  'disabled',
  'disabledBecause',
  'deleted',
  'farmAccessUntil',
  'remoteControlUntil',
  'agentId',
] as const
