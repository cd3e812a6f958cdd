import { openJobCaller } from '#server/testing/job-caller.ts'
import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { loopDelay, MEGABYTE, peakMemory } from '../server-figures.ts'
import { workbookOf } from '../workbook.ts'
import { addDevices } from './list.ts'

const EXPORTED = 100_000
const IMPORTED = 20_000

const houseFile = (farm: string): Promise<Buffer> =>
  workbookOf(
    ['name', 'officeId', 'type', 'lengthM', 'widthM', 'heightM'],
    Array.from({ length: IMPORTED }, (_, i) => [`Bench ${i}`, farm, 'layer', 120, 15, 4]),
  )

/** An export of 100,000 devices and an import of 20,000 houses, and their cost to the thread that takes the readings. */
export async function excel({ server, database, farm, say }: Bench): Promise<Figure[]> {
  const { rows } = await database.pool.query('select count(*)::int as count from device')
  if (rows[0].count < EXPORTED) {
    say(`excel: registering ${EXPORTED} devices`)
    await addDevices(database.pool, farm.customers[0]?.officePath ?? '')
  }
  const caller = openJobCaller(server.url, farm.staffToken)
  await loopDelay(server.url)

  say('excel: exporting')
  const exporting = performance.now()
  const { id } = await caller.export(devices.export, { search: 'list-' })
  const exported = await caller.until(id, 'done')
  const exportMs = performance.now() - exporting
  const exportDelay = await loopDelay(server.url)
  const exportMemory = peakMemory(server.pid)

  say('excel: importing')
  const file = await houseFile('Customer 0')
  const checking = performance.now()
  const job = await caller.import(houses.import, file)
  const { summary } = await caller.until(job.id, 'checked')
  const checkMs = performance.now() - checking
  if (summary?.valid !== IMPORTED) throw new Error(`${summary?.valid} rows are valid`)
  const writing = performance.now()
  await caller.confirm(job.id)
  await caller.until(job.id, 'done')
  const writeMs = performance.now() - writing
  const importDelay = await loopDelay(server.url)

  const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
    section: 'excel',
    name,
    value,
    unit,
    ...(goal && { goal }),
  })
  return [
    figure('export of 100,000 rows', exportMs / 1_000, 's'),
    figure('export', ((exported.total ?? 0) * 1_000) / exportMs, 'rows/s'),
    figure('export, size of the file', (exported.file?.size ?? 0) / MEGABYTE / MEGABYTE, 'MB'),
    figure('export, peak memory of the server', exportMemory, 'MB'),
    figure('export, event loop held up at most', exportDelay, 'ms', { atMost: 50 }),
    figure('check of 20,000 rows', checkMs / 1_000, 's'),
    figure('writing of 20,000 rows', writeMs / 1_000, 's'),
    figure('import, peak memory of the server', peakMemory(server.pid), 'MB'),
    figure('import, event loop held up at most', importDelay, 'ms', { atMost: 50 }),
  ]
}
