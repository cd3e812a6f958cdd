import type { z } from 'zod'
import { houses } from '#shared/contracts/houses.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { writePaper } from '../../platform/pdf/paper.ts'
import { madeBy } from '../../platform/pdf/words.ts'
import { nameOf } from './chart-file.ts'
import { chartTitle, drawChartPages } from './chart-page.ts'
import { refuseStrangers } from './chart-workbook.ts'
import { foundShared } from './house-access.ts'
import { checkAsked } from './house-charts.ts'
import { ChartRequest, shownOf } from './shown-chart.ts'

type Request = z.output<typeof ChartRequest>

/** Starts the printed page of a chart. */
export async function exportChartPaper(
  call: ChangingCall & { params: { id: string }; body: Omit<Request, 'houseId'> },
) {
  const house = await foundShared(call)
  checkAsked(call.body, house)
  await refuseStrangers(call.db, house.row.id, call.body.deviceId)
  const request: Request = { ...call.body, houseId: house.row.id }
  return exporting(chartPaper, house.row)({ ...call, body: request })
}

/** A chart to print: its curves one below the other, the events, and the figures of the period. */
export const chartPaper: WorkbookSource = {
  list: 'chart-report',
  needs: houses.chartPaper.access,
  async workbook({ row, asked, progress }) {
    const request = ChartRequest.parse(row.request)
    const first = await asked()
    const { viewer, language } = first
    const shown = await shownOf(first, request)
    const parts = ['house_alarm:query', 'device_setting:query', 'chicken_batch:query'] as const
    const title = chartTitle[language]
    return {
      name: `${title} ${nameOf({ ...first, facts: [], houseName: shown.name, timeZone: shown.timeZone, from: request.from, to: request.to })}`,
      alsoNeeds: parts.filter(grant => viewer.grants.has(grant)),
      seen: () => [shown.seen],
      draw: path =>
        writePaper(
          path,
          { title, language, made: madeBy(viewer.actualName, row.timeZone, language) },
          async paper => {
            await progress(0, 1)
            drawChartPages(paper, shown, first)
          },
        ),
    }
  },
}
