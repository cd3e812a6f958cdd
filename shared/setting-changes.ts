/** How far a setting change is: `waiting` for its controller, `sending` until it answered and was read back. */
export const changeStates = ['waiting', 'sending', 'synced', 'failed', 'expired', 'conflict'] as const
export type ChangeState = (typeof changeStates)[number]

/** Final states. */
export const isOver = (state: ChangeState): boolean => state !== 'waiting' && state !== 'sending'

/**
 * Why a change failed: `notAllowed` by right or consent, `unsafe` when it waited and would now harm the birds, `deaf` when its gateway does not listen to commands, `silent` when
 * the system is a restored copy, `readBack` when the controller reports other values than it was sent, though it answered
 * that all is done.
 */
export const changeFailures = [
  'refused',
  'noAnswer',
  'partial',
  'readBack',
  'notAllowed',
  'unsafe',
  'deaf',
  'silent',
  'withdrawn',
] as const
export type ChangeFailure = (typeof changeFailures)[number]

/** Failures after which the controller may hold something of the change. */
export const changeRemains: readonly ChangeFailure[] = ['partial', 'readBack']

/** `panel`: somebody changed it at the controller itself; `gateway`: it restored what was no longer temporary. */
export const changeOrigins = ['remote', 'panel', 'gateway'] as const

/** How long a change may wait for a controller that is away, min; after that it is never sent. */
export const changeWaits = [15, 60, 360] as const
export type ChangeWait = (typeof changeWaits)[number]
export const DEFAULT_CHANGE_WAIT: ChangeWait = 60

/** What a controller answers to a command (`Command/Result`). */
export const commandResults = {
  ok: 0,
  outOfRange: 1,
  lockedAtPanel: 2,
  versionConflict: 3,
  unsupported: 4,
  noController: 5,
  readBackMismatch: 6,
  expired: 7,
  notAuthorised: 8,
  /** Nothing was done; the command may be sent again later. */
  busy: 9,
} as const
