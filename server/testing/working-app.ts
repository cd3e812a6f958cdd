import { jobThread, sheets } from '../features/sheets.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import { type TestApp, testApp } from './app.ts'

/** The real app with its workers: jobs run in their own threads. */
export async function workingApp(
  settings: Parameters<typeof testApp>[0] = {},
): Promise<TestApp & { tidy(): Promise<void> }> {
  const farm = await testApp(settings)
  const running = await startJobs(farm.services, farm.databaseUrl, { sheets, thread: jobThread })
  const close = async () => {
    await running.stop()
    await farm.close()
  }
  return { ...farm, tidy: running.tidy, close }
}
