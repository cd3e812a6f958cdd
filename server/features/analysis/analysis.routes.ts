import { type AnalysisCardName, analysis } from '#shared/contracts/analysis.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { analysisWorkbook } from './analysis.sheet.ts'
import { type Asking, cardOf } from './cards.ts'
import { periodOf } from './period.ts'
import { movedCustomers, orderedGoods, usedDevices } from './rows.ts'

const card = (name: AnalysisCardName) => (call: Asking) => cardOf(call, name)

export const analysisFeature = feature('analysis', analysis, {
  period: ({ db, query }) => periodOf(db, query),
  analysisWorkbook: exporting(analysisWorkbook),
  customers: card('customers'),
  movedCustomers,
  devices: card('devices'),
  usedDevices,
  alarms: card('alarms'),
  questions: card('questions'),
  repairs: card('repairs'),
  inquiries: card('inquiries'),
  orders: card('orders'),
  orderedGoods,
  articles: card('articles'),
  screens: card('screens'),
})
