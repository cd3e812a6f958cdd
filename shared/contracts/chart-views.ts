import { z } from 'zod'
import { del, get, Id, post } from '../endpoint.ts'
import { CHART_METRICS } from '../limits.ts'
import { line } from '../line.ts'

/** Periods that end now and move with the clock. */
export const chartPresets = ['24h', '7d', '30d', 'flock'] as const
/** What a chart may show besides its lines. */
export const chartLayers = ['band', 'alarms', 'deeds'] as const

/** Most views one person may keep. */
export const CHART_VIEWS_MAX = 30

export const ChartViewForm = z.object({
  name: line(40).min(1),
  metrics: z.array(z.string().min(1).max(200)).min(1).max(CHART_METRICS),
  /** Null: the period stays as it is. */
  period: z.enum(chartPresets).nullish(),
  /** Layers that are left out. */
  off: z.array(z.enum(chartLayers)).max(chartLayers.length).default([]),
})
export type ChartViewForm = z.input<typeof ChartViewForm>

export const ChartView = ChartViewForm.extend({ id: Id })
export type ChartView = z.output<typeof ChartView>

const path = '/admin/auth/chart-views'
const access = 'device_chart:query'

/** The signed-in person's chart views, for any house; nobody sees or changes another's. */
export const chartViews = {
  /** By name. */
  list: get(path, access, { returns: z.array(ChartView) }),
  /** Keeps a view; one with the same name is replaced. */
  keep: post(path, access, {
    whenReadOnly: true,
    body: ChartViewForm,
    returns: z.array(ChartView),
    // Nothing happened to the farm when somebody changes how their screen looks.
    says: null,
  }),
  remove: del(`${path}/:id`, access, { whenReadOnly: true, returns: z.array(ChartView), says: null }),
}
