import type { OverhaulPlan } from '#shared/contracts/overhaul.ts'

/** Where an overhaul is done: the house, the device, or the device of the house. */
export const placeOf = ({ house, device }: Pick<OverhaulPlan, 'house' | 'device'>): string =>
  [house?.name, device?.name].filter(Boolean).join(' · ')
