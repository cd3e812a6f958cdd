import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemMonitor } from '#shared/contracts/system-monitor.ts'
import { STAFF } from '#shared/permissions.ts'
import { messages } from '../../telemetry/metrics.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { openSampler } from './sampler.ts'

let app: Awaited<ReturnType<typeof workingApp>>
beforeAll(async () => {
  app = await workingApp()
})
afterAll(() => app.close())

test('Excel has the figures of each step that was kept, and the calls; only looking is not enough', async () => {
  const { services, offices } = app
  const grants = ['dashboard_monitor:query', 'dashboard_monitor:export'] as const
  const staff = await app.as({ office: offices.provider, kind: STAFF, grants: [...grants] })
  const looker = await app.as({ office: offices.provider, kind: STAFF, grants: [grants[0]] })
  await staff.call(systemMonitor.now)
  const sampler = await openSampler(services, () => 4)
  messages.inc({ type: 'DDATA' }, 60)
  await staff.call(systemMonitor.now)
  await sampler.sample()
  sampler.stop()

  const refused = await looker.ask(systemMonitor.systemWorkbook, { body: { hours: '1' } })
  expect(refused.statusCode).toBe(403)
  const job = await staff.call(systemMonitor.systemWorkbook, { body: { hours: '1' } })
  const { file } = await jobIn(staff, job.id, 'done')
  const [head = [], ...rows] = await rowsOf(app, file?.url, 'Figures')
  expect(head.slice(0, 2)).toEqual(['Time', 'Messages (1/s)'])
  expect(rows).toHaveLength(1)
  expect(rows[0]?.[head.indexOf('Open pages')]).toBe(4)
  const [, ...calls] = await rowsOf(app, file?.url, 'API calls by duration')
  expect(calls.map(([call]) => call)).toContain('GET /api/admin/auth/system-monitor')
})
