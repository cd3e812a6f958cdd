import { ownData, userData } from '../people/personal-data/person-workbook.ts'
import type { ListSheet } from '../platform/jobs/list-sheet.ts'
import type { WorkbookSource } from '../platform/jobs/workbook.ts'
import { agentsSheet } from './agents/agents.ts'
import { alarmsSheet } from './alarms/alarms.sheet.ts'
import { analysisWorkbook } from './analysis/analysis.sheet.ts'
import { breedStandardsSheet } from './breed-standards/breed-standards.sheet.ts'
import { cageTypesSheet } from './cage-types/cage-types.ts'
import { camerasSheet } from './cameras/cameras.sheet.ts'
import { comparisonWorkbook } from './comparison/comparison.sheet.ts'
import { customerLogSheets } from './customers/customer-log.sheet.ts'
import { customersSheets } from './customers/customers.sheet.ts'
import { devicesSheet } from './devices/devices.sheet.ts'
import { farmAccessSheet } from './farm-access/farm-access.sheet.ts'
import { feedBookSheet } from './feed-book/feed-book.sheet.ts'
import { closeWorkbook } from './flock-accounts/close-workbook.ts'
import { flockRecordsSheet } from './flock-records/flock-records.sheet.ts'
import { flockTreatmentsSheet } from './flock-records/treatments/treatments.sheet.ts'
import { flocksSheet } from './flocks/flocks.sheet.ts'
import { goodsSheet } from './goods/goods.ts'
import { houseGroupsSheet } from './house-groups/house-groups.sheet.ts'
import { readingFiles } from './house-readings/reading-files.ts'
import { chartPaper } from './houses/chart-paper.ts'
import { chartWorkbook } from './houses/chart-workbook.ts'
import { housesSheet } from './houses/houses.sheet.ts'
import { hygieneSheet } from './hygiene/hygiene.ts'
import { inquiriesSheet } from './inquiries/inquiries.ts'
import { quotationPaperSources } from './inquiries/quotation-paper.ts'
import { iotProductsSheet } from './iot-products/iot-products.ts'
import { loginHistorySheet } from './login-history/login-history.sheet.ts'
import { registerPaper, registerWorkbook } from './medicine-register/medicine-register.ts'
import { operaHistorySheet } from './opera-history/opera-history.sheet.ts'
import { orderPaperSources } from './orders/order-papers.ts'
import { ordersSheet } from './orders/orders.sheet.ts'
import { overhaulSheet } from './overhaul/overhaul.sheet.ts'
import { priceListsSheet } from './price-lists/price-lists.ts'
import { questionsSheet } from './questions/questions.ts'
import { repairsSheet } from './repairs/repairs.ts'
import { alarmLog } from './reports/alarm-log/report.ts'
import { dailyReport } from './reports/daily/report.ts'
import { flockReport } from './reports/flock/report.ts'
import { systemWorkbook } from './system-monitor/system-monitor.sheet.ts'
import { testLogPaper } from './test-log/test-paper.ts'
import { trajectorySheet } from './trajectory/trajectory.sheet.ts'
import { inactiveSheet } from './trajectory-analysis/trajectory-analysis.sheet.ts'
import { usersSheet } from './users/users.sheet.ts'

/** Every list with an Excel export or import; a new one is a line here. */
export const sheets: readonly ListSheet[] = [
  devicesSheet,
  camerasSheet,
  housesSheet,
  houseGroupsSheet,
  flocksSheet,
  flockRecordsSheet,
  flockTreatmentsSheet,
  feedBookSheet,
  hygieneSheet,
  breedStandardsSheet,
  cageTypesSheet,
  goodsSheet,
  priceListsSheet,
  iotProductsSheet,
  agentsSheet,
  alarmsSheet,
  inquiriesSheet,
  ordersSheet,
  overhaulSheet,
  questionsSheet,
  repairsSheet,
  customersSheets.formal,
  customersSheets.trial,
  usersSheet,
  operaHistorySheet,
  loginHistorySheet,
  trajectorySheet,
  inactiveSheet,
  farmAccessSheet,
]

/** Everything that a job writes as an Excel file, or draws as a report. */
export const workbooks: readonly WorkbookSource[] = [
  ...sheets,
  chartWorkbook,
  chartPaper,
  readingFiles,
  comparisonWorkbook,
  dailyReport,
  flockReport,
  alarmLog,
  registerWorkbook,
  registerPaper,
  closeWorkbook,
  testLogPaper,
  ...orderPaperSources,
  ...quotationPaperSources,
  analysisWorkbook,
  systemWorkbook,
  customerLogSheets.formal,
  customerLogSheets.trial,
  ownData,
  userData,
]

/** The file that a thread of jobs runs: it knows all of the above. */
export const jobThread = new URL('./jobs/worker.ts', import.meta.url)
