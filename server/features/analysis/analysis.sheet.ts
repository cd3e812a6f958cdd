import { alarmLabel } from '#shared/alarms.ts'
import { articleFamilies, articleNouns } from '#shared/articles.ts'
import {
  type AnalysisCard,
  type AnalysisCardName,
  type AnalysisLine,
  AnalysisPeriod,
  analysis,
} from '#shared/contracts/analysis.ts'
import { orderStandings } from '#shared/orders.ts'
import type { Grant } from '#shared/permissions.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import type { CellValue } from '../../platform/excel/cell.ts'
import type { Sheet } from '../../platform/excel/sheet.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'
import { sheetTitle, wordOf } from '../../platform/jobs/sheet-words.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { cardOf } from './cards.ts'
import { devicesUsedIn } from './rows.ts'

const titles: Readonly<Record<AnalysisCardName, Text>> = {
  customers: text('客户', 'Customers'),
  devices: text('设备在线', 'Devices online'),
  alarms: text('报警', 'Alarms'),
  questions: text('提问', 'Questions'),
  repairs: text('报修', 'Repair requests'),
  inquiries: text('询价', 'Inquiries'),
  orders: text('订单与商品', 'Orders and goods'),
  articles: text('文章阅读', 'Articles read'),
  screens: text('页面使用', 'Screens used'),
}
const devicesTitle = text('设备明细', 'Device details')
const kinds = {
  customer: text('客户', 'Customers'),
  device: text('秒', 'Seconds'),
  alarm: text('报警类型', 'Alarms by type'),
  cause: text('报警原因', 'Alarms by cause'),
  question: text('提问', 'Questions'),
  repair: text('报修', 'Repair requests'),
  inquiry: text('询价', 'Inquiries'),
  order: text('订单进度', 'Orders by step'),
  amount: text('订单金额', 'Amounts'),
  good: text('商品件数', 'Goods by pieces'),
  article: text('文章', 'Articles'),
  screen: text('页面', 'Screens'),
  hours: text('首次响应（工作小时）', 'Working hours to first answer'),
}
const keys = {
  new: text('新增', 'New'),
  converted: text('转正式', 'Became formal'),
  lost: text('流失', 'Lost'),
  online: text('在线', 'Online'),
  known: text('在用', 'In use'),
  p50: text('50%', 'Half'),
  p90: text('90%', '9 of 10'),
  p95: text('95%', '19 of 20'),
}
const columns = {
  kind: text('统计项', 'Figure'),
  key: text('类别', 'By'),
  now: text('本期', 'This period'),
  before: text('上期', 'Before'),
}

const deviceColumns = {
  name: text('设备', 'Device'),
  code: text('设备编码', 'Device code'),
  customer: text('客户', 'Customer'),
  known: text('在用（秒）', 'In use, seconds'),
  online: text('在线（秒）', 'Online, seconds'),
  away: text('离线（秒）', 'Offline, seconds'),
}

const names = Object.keys(titles) as AnalysisCardName[]

/** The right under which somebody reads a card; undefined if they may not. */
const grantFor = ({ viewer }: Asked, name: AnalysisCardName): Grant | undefined =>
  ([analysis[name].access].flat() as Grant[]).find(grant => viewer.grants.has(grant))

function nameOf({ kind, key, name }: AnalysisLine, language: Language): string {
  if (name !== null) return name
  if (kind === 'alarm') return alarmLabel(key)[language]
  if (kind === 'cause') return key === '' ? '—' : wordOf('cause', key, language)
  if (kind === 'order') return wordOf(orderStandings, key, language)
  const family = articleFamilies.find(each => each === key)
  if (kind === 'article' && family) return articleNouns[family][language]
  return key === '' ? '—' : wordOf(keys, key, language)
}

/** A card as a sheet: each line with both periods, then its steps. */
function sheetOf(name: AnalysisCardName, card: AnalysisCard, language: Language): Sheet {
  const number = { kind: 'number' as const }
  const lines = card.lines.map((line): CellValue[] => [
    kinds[line.kind][language],
    nameOf(line, language),
    line.now,
    line.before,
    ...card.days.map((_, i) => line.values[i] ?? null),
  ])
  // Amounts are exact: as text.
  const amounts = card.lines.flatMap(({ key, amount }): CellValue[][] =>
    amount
      ? [
          [
            kinds.amount[language],
            `${key} ${amount.now} (${columns.before[language]}: ${amount.before})`,
            null,
            null,
          ],
        ]
      : [],
  )
  const hours = (['p50', 'p90', 'p95'] as const).flatMap((part): CellValue[][] =>
    card.hours
      ? [[kinds.hours[language], keys[part][language], card.hours.now[part], card.hours.before[part]]]
      : [],
  )
  return {
    name: titles[name][language],
    columns: [
      { title: columns.kind[language], kind: 'text', width: 24 },
      { title: columns.key[language], kind: 'text', width: 32 },
      { title: `${columns.now[language]} ${card.from} – ${card.to}`, ...number },
      { title: `${columns.before[language]} ${card.before.from} – ${card.before.to}`, ...number },
      ...card.days.map(day => ({ title: day, ...number })),
    ],
    rows: [[...lines, ...amounts, ...hours]],
  }
}

/** The devices behind the rate; they add up to the seconds on the previous sheet. */
async function devicesSheet({ db, viewer, language }: Asked, card: AnalysisCard): Promise<Sheet> {
  const { items } = await devicesUsedIn(db, viewer.scope, card, language)
  const title = (name: keyof typeof deviceColumns) => deviceColumns[name][language]
  return {
    name: devicesTitle[language],
    columns: [
      { title: title('name'), kind: 'text', width: 24 },
      { title: title('code'), kind: 'text', width: 24 },
      { title: title('customer'), kind: 'text', width: 32 },
      { title: title('known'), kind: 'number' },
      { title: title('online'), kind: 'number' },
      { title: title('away'), kind: 'number' },
    ],
    rows: [
      items.map(({ device, customer, known, online }): CellValue[] => [
        device?.name ?? null,
        device?.code ?? null,
        customer,
        known,
        online,
        known - online,
      ]),
    ],
  }
}

/** The analysis of a period: one sheet for each card the requester may see. */
export const analysisWorkbook: WorkbookSource = {
  list: 'analysis',
  needs: analysis.analysisWorkbook.access,
  async workbook(work) {
    const query = AnalysisPeriod.parse(work.row.request)
    const asked = await work.asked()
    const { language } = asked
    const sheets: Sheet[] = []
    const alsoNeeds: Grant[] = []
    for (const name of names) {
      const grant = grantFor(asked, name)
      if (!grant) continue
      alsoNeeds.push(grant)
      const card = await cardOf({ ...asked, query }, name)
      sheets.push(sheetOf(name, card, language))
      if (name === 'devices') sheets.push(await devicesSheet(asked, card))
    }
    if (sheets.length === 0) sheets.push({ name: sheetTitle('analysis', language), columns: [], rows: [] })
    const { timeZone } = asked.viewer
    return { name: sheetTitle('analysis', language), sheets, timeZone, total: sheets.length, alsoNeeds }
  },
}
