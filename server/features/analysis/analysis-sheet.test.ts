import { afterAll, beforeAll, expect, test } from 'vitest'
import { analysis } from '#shared/contracts/analysis.ts'
import { type Grant, STAFF } from '#shared/permissions.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { countTouched } from './analysis-clock.ts'

const DAY_MS = 86_400_000

let app: Awaited<ReturnType<typeof workingApp>>
beforeAll(async () => {
  app = await workingApp()
})
afterAll(() => app.close())

test('Excel has a sheet for each card that whoever asks may see, with both periods and every day', async () => {
  const { services, offices } = app
  const { id: subjectId } = await buildDevice(services, offices.sharing)
  const { id } = await buildHouse(services, offices.sharing)
  await buildAlarm(services, offices.sharing, {
    subjectId,
    houseIds: [id],
    raisedAt: new Date(Date.now() - 3 * DAY_MS),
    condition: 'cleared',
  })
  await countTouched(services.store)
  const staff = await app.as({
    office: offices.provider,
    kind: STAFF,
    grants: ['dashboard_analysis:export', 'house_alarm:query'],
  })
  const job = await staff.call(analysis.analysisWorkbook, { body: { days: '7' } })
  const { file } = await jobIn(staff, job.id, 'done')
  const [head = [], ...rows] = await rowsOf(app, file?.url, 'Alarms')
  expect(head).toHaveLength(4 + 7)
  expect(rows).toContainEqual(expect.arrayContaining(['Alarms by type', 'High temperature', 1, 0]))
  await expect(rowsOf(app, file?.url, 'Orders and goods')).rejects.toThrow()
})

test('Excel has the devices behind the rate, which add up to the seconds of its sheet', async () => {
  const { services, offices } = app
  const createdAt = new Date(Date.now() - 9 * DAY_MS)
  for (const office of [offices.closed, offices.direct])
    await buildDevice(services, office, { createdAt, status: 'ONLINE', statusSince: createdAt })
  await services.store.ingest.query('select rebuild_analysis()')
  await countTouched(services.store)
  const grants: Grant[] = ['dashboard_analysis:export', 'device_manage:query']
  const staff = await app.as({ office: offices.provider, kind: STAFF, grants })
  const job = await staff.call(analysis.analysisWorkbook, { body: { days: '7' } })
  const { file } = await jobIn(staff, job.id, 'done')
  const [, ...lines] = await rowsOf(app, file?.url, 'Devices online')
  const [head, ...rows] = await rowsOf(app, file?.url, 'Device details')
  expect(head).toEqual([
    'Device',
    'Device code',
    'Customer',
    'In use, seconds',
    'Online, seconds',
    'Offline, seconds',
  ])
  const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column]), 0)
  const counted = (name: string) => lines.find(([, key]) => key === name)?.[2]
  expect([sum(3), sum(4)]).toEqual([counted('In use'), counted('Online')])
  expect(sum(3)).toBe(2 * 7 * 86_400)
})
