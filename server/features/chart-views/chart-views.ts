import { and, eq, like, sql } from 'drizzle-orm'
import { CHART_VIEWS_MAX, ChartView, type ChartViewForm, chartViews } from '#shared/contracts/chart-views.ts'
import { text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { preference } from '../../platform/database/tables/preferences.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'

/** Prefix of a view's id in the name of its preference. */
const VIEW = 'chart:'

const tooMany = text('最多保存 {most} 个视图，请先删除一个', 'At most {most} views. Delete one first')

const own = (accountId: string) => and(eq(preference.accountId, accountId), like(preference.name, `${VIEW}%`))

/** A person's saved views, by name, without those this version no longer understands. */
async function viewsOf({
  db,
  viewer,
  language,
}: Pick<ChangingCall, 'db' | 'viewer' | 'language'>): Promise<ChartView[]> {
  const rows = await db
    .select({ name: preference.name, value: preference.value })
    .from(preference)
    .where(own(viewer.accountId))
  const views = rows.flatMap(({ name, value }) => {
    const known = ChartView.safeParse({ ...(value as object), id: name.slice(VIEW.length) })
    return known.success ? [known.data] : []
  })
  return views.sort((a, b) => a.name.localeCompare(b.name, language))
}

async function keepView(call: ChangingCall & { body: ChartViewForm }): Promise<ChartView[]> {
  const { db, viewer, body } = call
  const { accountId, officePath } = viewer
  // One at a time per person, or two at once would each pass as the last one allowed.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${accountId}`}, 0))`)
  const views = await viewsOf(call)
  const same = views.find(({ name }) => name === body.name)
  if (!same && views.length >= CHART_VIEWS_MAX)
    throw refuse.invalid([{ field: 'name', message: [tooMany, { most: CHART_VIEWS_MAX }] }])
  const name = `${VIEW}${same?.id ?? newId()}`
  await db
    .insert(preference)
    .values({ accountId, officePath, name, value: body, chosenAt: new Date() })
    .onConflictDoUpdate({
      target: [preference.accountId, preference.name],
      set: { value: sql`excluded.value`, chosenAt: sql`excluded.chosen_at` },
    })
  return viewsOf(call)
}

async function removeView(call: ChangingCall & { params: { id: string } }): Promise<ChartView[]> {
  const { db, viewer, params } = call
  const removed = await db
    .delete(preference)
    .where(and(own(viewer.accountId), eq(preference.name, `${VIEW}${params.id}`)))
    .returning({ name: preference.name })
  if (removed.length === 0) throw refuse.notFound()
  return viewsOf(call)
}

export const chartViewsFeature = feature('chart-views', chartViews, {
  list: viewsOf,
  keep: keepView,
  remove: removeView,
})
