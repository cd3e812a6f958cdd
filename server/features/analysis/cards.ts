import { sql } from 'drizzle-orm'
import type { AnalysisKind } from '#shared/analysis.ts'
import { type ArticleFamily, articleFamilies } from '#shared/articles.ts'
import type { AnalysisCard, AnalysisCardName, AnalysisPeriod } from '#shared/contracts/analysis.ts'
import { articles } from '#shared/contracts/articles.ts'
import { customersNotShared } from '../../platform/database/consent.ts'
import type { Db } from '../../platform/database/store.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import { holds } from '../../platform/http/holds.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { type Counted, countsOf, inOne, linesOf, namedGoods } from './analysis.queries.ts'
import { hoursOf, percentileOf } from './percentiles.ts'
import { type Period, periodOf } from './period.ts'

/** What each card counts. */
const cards: Readonly<Record<AnalysisCardName, readonly AnalysisKind[]>> = {
  customers: ['customer'],
  devices: ['device'],
  alarms: ['alarm', 'cause'],
  questions: ['question'],
  repairs: ['repair'],
  inquiries: ['inquiry'],
  orders: ['order', 'amount', 'good'],
  articles: ['article'],
  screens: ['screen'],
}
const tickets: readonly AnalysisCardName[] = ['questions', 'repairs', 'inquiries']

export type Asking = Pick<AnyCall, 'language'> & { db: Db; viewer: Viewer; query: AnalysisPeriod }

/** A card as the requester may see it. */
export async function cardOf(call: Asking, name: AnalysisCardName): Promise<AnalysisCard> {
  const { db, viewer, language } = call
  const isOfFarms = name === 'alarms'
  const [period, notShared] = await Promise.all([
    periodOf(db, call.query),
    isOfFarms ? customersNotShared(db, viewer.scope) : null,
    // Customers that stopped sharing since the count are excluded from alarms.
    isOfFarms && db.execute(sql`select settle_consents()`),
  ])
  const counted = await countsOf(db, viewer.scope, cards[name], period)
  const card = { ...period, hours: null, notShared }
  if (tickets.includes(name)) return { ...card, ...answersOf(counted, period) }
  const lines = linesOf(counted)
  if (name === 'orders') return { ...card, lines: await namedGoods(db, language, lines) }
  if (name === 'articles') return { ...card, lines: lines.filter(({ key }) => mayList(viewer, key)) }
  return { ...card, lines }
}

/** Editors of one family see only theirs. */
const mayList = (viewer: Viewer, key: string): boolean => {
  const family = articleFamilies.find(each => each === key) as ArticleFamily | undefined
  return family !== undefined && holds(viewer, articles[family].list.access)
}

/** Tickets in one line whatever their wait, and the hours until their first answers. */
function answersOf(counted: readonly Counted[], { days }: Period): Pick<AnalysisCard, 'lines' | 'hours'> {
  const waited = (of: (each: Counted) => number) =>
    new Map(counted.map(each => [each.key, of(each)] as const).filter(([, n]) => n > 0))
  return {
    lines: linesOf(inOne(counted)),
    hours: {
      now: hoursOf(waited(({ values }) => values.reduce((sum, n) => sum + n, 0))),
      before: hoursOf(waited(({ before }) => before)),
      values: days.map((_, i) =>
        percentileOf(
          waited(({ values }) => values[i] ?? 0),
          0.9,
        ),
      ),
    },
  }
}
