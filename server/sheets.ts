import { alarmsSheet } from './features/alarms/alarms.sheet.ts'
import { devicesSheet } from './features/devices/devices.sheet.ts'
import { housesSheet } from './features/houses/houses.sheet.ts'
import type { ListSheet } from './jobs/list-sheet.ts'

/** Every list that goes to Excel or comes from it; a new one is a line here. */
export const sheets: readonly ListSheet[] = [devicesSheet, housesSheet, alarmsSheet]
