import { airSafety } from './air.ts'
import { equipmentSafety } from './equipment.ts'
import { houseSafety } from './house.ts'
import type { SafetyTable } from './safety.ts'
import { temperatureSafety } from './temperature.ts'

/**
 * Every setting of the signal model, by its wire name without `Settings/`: where it is safe by house type and age and what
 * happens outside, or why it needs no range. Sources: the husbandry data (limits and alarms, ventilation, standards) and
 * practice of the field; ranges are defaults of this product.
 */
export const safeRanges: SafetyTable = {
  ...temperatureSafety,
  ...airSafety,
  ...equipmentSafety,
  ...houseSafety,
}
