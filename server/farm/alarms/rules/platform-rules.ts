import { airRules } from './air.ts'
import { machineRules } from './machines.ts'
import type { Rule } from './rule.ts'
import { supplyRules } from './supply.ts'
import { temperatureRules } from './temperature.ts'
import { usualWaterRules } from './usual-water.ts'

/** Every rule of the platform about what a device reports: nobody can turn one off. */
export const platformRules: readonly Rule[] = [
  ...temperatureRules,
  ...airRules,
  ...machineRules,
  ...supplyRules,
  ...usualWaterRules,
]
