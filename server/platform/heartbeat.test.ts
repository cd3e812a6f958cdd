import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../telemetry/testing/eventually.ts'
import { testApp } from '../testing/app.ts'
import { startHeartbeat } from './heartbeat.ts'

test('the watchdog gets requests while all is well, and none while readings are not stored or the disk is full', async () => {
  let beats = 0
  const watchdog = createServer((_, reply) => {
    beats++
    reply.end()
  })
  await once(watchdog.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void watchdog.close())
  const farm = await testApp()
  onTestFinished(() => farm.close())
  const { port } = watchdog.address() as AddressInfo
  const { config, store, devices } = farm.services
  let isStored = true
  let free = 50e9
  let looksWhileUnwell = 0
  const intake = () => {
    if (!isStored) looksWhileUnwell++
    return { ...devices.intake(), commits: isStored }
  }
  const said: string[] = []
  const hear = (_: unknown, text = String(_)) => void said.push(text)
  const heart = startHeartbeat(
    `http://127.0.0.1:${port}/beat`,
    { config, store, devices: { ...devices, intake }, log: { info: hear, warn: hear } as never },
    20,
    async () => ({ free, total: 100e9 }),
  )
  onTestFinished(() => heart.stop())
  await eventually(() => beats).toBeGreaterThan(1)
  isStored = false
  await eventually(() => said).toContain('the watchdog does not hear from us')
  const heard = beats
  await eventually(() => looksWhileUnwell).toBeGreaterThan(3)
  expect(beats).toBe(heard)
  isStored = true
  await eventually(() => said).toContain('the watchdog hears from us again')
  // Nobody can be told from here once nothing can be stored: the watchdog is, before.
  said.length = 0
  free = 50e6
  await eventually(() => said).toContain('the watchdog does not hear from us')
  free = 50e9
  await eventually(() => said).toContain('the watchdog hears from us again')
})
