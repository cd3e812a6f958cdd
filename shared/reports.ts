/** Lists of jobs that draw pages: their progress counts houses, not rows. */
export const reportLists: ReadonlySet<string> = new Set([
  'daily-report',
  'flock-report',
  'alarm-log',
  'medicine-paper',
  'chart-report',
])
