/** What a customer lets the offices above it do: RA, see the farm; RC, also control it. */
export const consents = ['farm', 'remote'] as const
export type Consent = (typeof consents)[number]

/** `ended`: its last day has passed, or the customer has moved to another agent, who is not who was meant. */
export const consentEvents = ['used', 'granted', 'revoked', 'ended'] as const

/**
 * What a consent was used for. `overview`: states and flocks of houses in a list; `handling`: a step on an
 * alarm; `settings`: a look at them, `settingChange`: a change of them; `cameras`: their list and
 * still pictures; `live`, `replay`, `turn`: of one channel, a moving picture, what its recorder kept, its turning; `clip`: one
 * that the farm gave to somebody without an account.
 */
export const consentUses = [
  'overview',
  'readings',
  'charts',
  'alarms',
  'handling',
  'settings',
  'settingChange',
  'messages',
  'cameras',
  'live',
  'replay',
  'turn',
  'clip',
  'file',
] as const
export type ConsentUse = (typeof consentUses)[number]
