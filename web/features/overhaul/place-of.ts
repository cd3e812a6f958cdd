import type { OverhaulPlan } from '#shared/contracts/overhaul.ts'

/** Where an overhaul takes place: the house, the device, or the device in its house. */
export const placeOf = ({ house, device }: Pick<OverhaulPlan, 'house' | 'device'>): string =>
  [house?.name, device?.name].filter(Boolean).join(' · ')
