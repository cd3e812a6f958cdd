import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { gatewayWith } from './running.ts'

const folder = mkdtempSync(join(tmpdir(), 'smart-farm-service-'))
const told = join(folder, 'told')
afterEach(() => rmSync(folder, { recursive: true }))

test('a service with a watchdog tells it again and again that it lives', async () => {
  // What systemd has on every machine, here a program that writes down what it is told.
  const program = join(folder, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${told}\n`)
  chmodSync(program, 0o755)
  writeFileSync(told, '')
  const gateway = gatewayWith(
    {
      server: { url: 'mqtt://127.0.0.1:1', group: 'farm', gateway: 'GW-1', secret: 'x' },
      buses: [{ name: 'bus', tcp: { host: '127.0.0.1', port: 1 } }],
      controllers: [{ code: 'HC-1', units: [{ bus: 'bus', map: 'seeed-s-co2-03' }] }],
    },
    {},
    { PATH: `${folder}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/none', WATCHDOG_USEC: '900000' },
  )
  try {
    gateway.start()
    const lines = () => readFileSync(told, 'utf8').split('\n').filter(Boolean)
    await eventually(() => lines().length).toBeGreaterThanOrEqual(3)
    expect(new Set(lines())).toEqual(new Set(['WATCHDOG=1']))
  } finally {
    await gateway.remove()
  }
})
