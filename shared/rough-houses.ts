import { z } from 'zod'

/** How devices in the field differ from a neat one, for a simulated house: by name, what it does. */
export const roughnesses = {
  rare: 'reports only what moved far, every 4, 11 or 30 minutes, and nothing twice',
  parts: 'sends each report in three messages',
  probes: 'works out no averages: only its probes are told',
  dropouts: 'single sensors have no value for ten minutes',
  sentinels: 'probes say -127, 85, 3276.7 or 65535 now and then',
  counters: 'meters of 16 bits begin again at 65,536',
  flicker: 'all counters show zero for a moment',
  clock: 'its clock is minutes off, drifts, and is set every few hours',
  link: 'its gateway loses the network some times a day, mostly for less than two minutes',
  unmarked: 'what was kept meanwhile is sent without the mark of history',
  later: 'the first birth lacks every fourth metric, which comes by its name afterwards',
} as const satisfies Record<string, string>

export type Roughness = keyof typeof roughnesses
export const roughnessNames = Object.keys(roughnesses) as [Roughness, ...Roughness[]]

/** Which of them a house has; none for a neat one. */
export const Roughnesses = z.array(z.enum(roughnessNames))
