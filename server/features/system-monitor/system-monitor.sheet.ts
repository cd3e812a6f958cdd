import {
  type Course,
  type SystemCall,
  type SystemFigure,
  SystemPeriod,
  systemFigures,
  systemMonitor,
} from '#shared/contracts/system-monitor.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import type { Sheet } from '../../platform/excel/sheet.ts'
import { sheetTitle } from '../../platform/jobs/sheet-words.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { callsOf, courseOf } from './course.queries.ts'

/** With the unit of its numbers in the file: never one that changes with their size. */
const figures: Readonly<Record<SystemFigure, Text>> = {
  messages: text('设备消息（条/秒）', 'Messages (1/s)'),
  values: text('数据点（个/秒）', 'Values (1/s)'),
  queue: text('写入队列（字节）', 'Ingest queue (bytes)'),
  commit: text('提交耗时 p99（毫秒）', 'Commit p99 (ms)'),
  acknowledge: text('确认耗时 p99（毫秒）', 'Acknowledged p99 (ms)'),
  gateways: text('网关连接', 'Gateway connections'),
  sockets: text('在线页面', 'Open pages'),
  calls: text('接口调用（次/秒）', 'API calls (1/s)'),
  loop: text('事件循环延迟 p99（毫秒）', 'Event loop delay p99 (ms)'),
  memory: text('内存（字节）', 'Memory (bytes)'),
  cpu: text('处理器（核）', 'Processor (cores)'),
  database: text('数据库（字节）', 'Database (bytes)'),
}
const words = {
  figures: text('指标', 'Figures'),
  at: text('时间', 'Time'),
  calls: text('接口耗时', 'API calls by duration'),
  call: text('接口', 'Call'),
  count: text('次数', 'Calls'),
  failed: text('失败', 'Failed'),
}

/** A row for each stored point in time. */
function courseSheet({ at, figures: courses }: Course, language: Language): Sheet {
  const rows = at
    .map((ms, i) => [new Date(ms).toISOString(), ...systemFigures.map(figure => courses[figure][i] ?? null)])
    .filter(([, ...values]) => values.some(value => value !== null))
  return {
    name: words.figures[language],
    columns: [
      { title: words.at[language], kind: 'instant' },
      ...systemFigures.map(figure => ({
        title: figures[figure][language],
        kind: 'number' as const,
        decimals: 2,
      })),
    ],
    rows: [rows],
  }
}

function callsSheet(calls: readonly SystemCall[], language: Language): Sheet {
  const number = (title: string) => ({ title, kind: 'number' as const, decimals: 1 })
  const counted = (title: string) => ({ title, kind: 'number' as const })
  return {
    name: words.calls[language],
    columns: [
      { title: words.call[language], kind: 'text', width: 60 },
      ...['p50 (ms)', 'p95 (ms)', 'p99 (ms)'].map(number),
      counted(words.count[language]),
      counted(words.failed[language]),
    ],
    rows: [
      calls.map(({ method, route, p50, p95, p99, calls: count, failed }) => [
        `${method} ${route}`,
        p50,
        p95,
        p99,
        count,
        failed,
      ]),
    ],
  }
}

/** What the monitor shows of a period: its figures over time, and how long calls took. */
export const systemWorkbook: WorkbookSource = {
  list: 'system-monitor',
  needs: systemMonitor.systemWorkbook.access,
  async workbook(work) {
    const query = SystemPeriod.parse(work.row.request)
    const { store, language, viewer } = await work.asked()
    const db = store.scoped(SYSTEM)
    const [course, calls] = [await courseOf(db, query), await callsOf(db, Number(query.hours))]
    return {
      name: sheetTitle('system-monitor', language),
      sheets: [courseSheet(course, language), callsSheet(calls, language)],
      timeZone: viewer.timeZone,
      total: 2,
    }
  },
}
