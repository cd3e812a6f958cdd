import { alarmsSheet } from './features/alarms/alarms.sheet.ts'
import { cageTypesSheet } from './features/cage-types/cage-types.ts'
import { customerLogSheets } from './features/customers/customer-log.sheet.ts'
import { customersSheets } from './features/customers/customers.sheet.ts'
import { devicesSheet } from './features/devices/devices.sheet.ts'
import { farmAccessSheet } from './features/farm-access/farm-access.sheet.ts'
import { houseGroupsSheet } from './features/house-groups/house-groups.sheet.ts'
import { chartWorkbook } from './features/houses/chart-workbook.ts'
import { housesSheet } from './features/houses/houses.sheet.ts'
import { loginHistorySheet } from './features/login-history/login-history.sheet.ts'
import { operaHistorySheet } from './features/opera-history/opera-history.sheet.ts'
import { trajectorySheet } from './features/trajectory/trajectory.sheet.ts'
import { inactiveSheet } from './features/trajectory-analysis/trajectory-analysis.sheet.ts'
import { usersSheet } from './features/users/users.sheet.ts'
import type { ListSheet } from './jobs/list-sheet.ts'
import type { WorkbookSource } from './jobs/workbook.ts'
import { ownData, userData } from './personal-data/person-workbook.ts'

/** Every list that goes to Excel or comes from it; a new one is a line here. */
export const sheets: readonly ListSheet[] = [
  devicesSheet,
  housesSheet,
  houseGroupsSheet,
  cageTypesSheet,
  alarmsSheet,
  customersSheets.formal,
  customersSheets.trial,
  usersSheet,
  operaHistorySheet,
  loginHistorySheet,
  trajectorySheet,
  inactiveSheet,
  farmAccessSheet,
]

/** Everything that a job writes as an Excel file. */
export const workbooks: readonly WorkbookSource[] = [
  ...sheets,
  chartWorkbook,
  customerLogSheets.formal,
  customerLogSheets.trial,
  ownData,
  userData,
]
