import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import nodeOptions from '../server/node-options.json' with { type: 'json' }
import { expect, type Farm, signIn, test } from './farm.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** `npm run simulate` as an operator starts it beside the running server. */
function simulate({ server }: Farm, houses: number) {
  const words = ['server/commands/simulate.ts', '--houses', String(houses), '--speed', '10']
  const run = spawn(process.execPath, [...nodeOptions.flags, ...words], { cwd: ROOT, env: { ...server.env } })
  let said = ''
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', part => {
      said += part
    })
  return { run, said: () => said }
}
async function ended(run: ChildProcess): Promise<number | null> {
  if (run.exitCode === null) await once(run, 'exit')
  return run.exitCode
}

test('extra simulated houses come, go at Ctrl-C and come back with others', async ({ page, farm }) => {
  await signIn(page, farm, 'admin')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('Access-Token') ?? '{}').value)
  /** Number of the load test's controllers in each state. */
  const states = async () => {
    const list = `${farm.url}/api/admin/auth/devices?search=LOAD-EC&size=100`
    const answer = await fetch(list, { headers: { 'Access-Token': token } })
    const { data } = (await answer.json()) as { data: { items: { status: string }[] } }
    const counts: Record<string, number> = {}
    for (const { status } of data.items) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const patience = { timeout: 60_000 }

  const first = simulate(farm, 6)
  await expect.poll(states, patience).toEqual({ ONLINE: 8 })
  expect(first.said()).toContain('Simulating 8 houses behind 2 gateways (2 of them new)')
  const second = simulate(farm, 6)
  expect(await ended(second.run)).toBe(1)
  expect(second.said()).toContain('Its houses are simulated already: end that run first')

  first.run.kill('SIGINT')
  expect(await ended(first.run)).toBe(0)
  await expect.poll(states, patience).toEqual({ OFFLINE: 8 })

  const third = simulate(farm, 9)
  try {
    await expect.poll(states, patience).toEqual({ ONLINE: 12 })
    expect(third.said()).toContain('Simulating 12 houses behind 3 gateways (1 of them new)')
  } finally {
    third.run.kill('SIGTERM')
  }
  expect(await ended(third.run)).toBe(0)
})
