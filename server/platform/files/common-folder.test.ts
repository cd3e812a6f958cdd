import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { files } from '#shared/contracts/files.ts'
import { buildApp } from '../../app.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { jpegOf } from '../../testing/pictures.ts'
import { sendBytes, uploadIdOf } from '../../testing/sent-files.ts'
import { loadConfig } from '../config.ts'
import { shareFolder } from './common-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'smart-farm-common-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a folder that processes share', () => {
  const own = () => {
    const path = join(folder, `own-${Math.random()}`)
    mkdirSync(path)
    return path
  }
  const common = () => join(folder, 'common')

  test('has what one of them writes for the other, also after they start again', () => {
    const [first, second] = [own(), own()]
    for (let start = 0; start < 2; start++)
      for (const dataDir of [first, second]) expect(shareFolder(dataDir, common())).toBeUndefined()
    writeFileSync(join(first, 'files', 'a'), 'said')
    expect(readFileSync(join(second, 'files', 'a'), 'utf8')).toBe('said')
  })

  test('takes the place of empty folders, and hides nothing that is there', () => {
    const dataDir = own()
    mkdirSync(join(dataDir, 'files'))
    mkdirSync(join(dataDir, 'uploads'))
    writeFileSync(join(dataDir, 'uploads', 'half'), 'x')
    expect(shareFolder(dataDir, common())).toContain(
      `${join(dataDir, 'uploads')} has files already: move what is in it to ${join(common(), 'uploads')}`,
    )
    expect(lstatSync(join(dataDir, 'files')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(dataDir, 'uploads', 'half'), 'utf8')).toBe('x')
  })

  test('that cannot be is named by its variable', () => {
    const dataDir = own()
    writeFileSync(join(folder, 'common'), 'a file')
    expect(() => loadConfig({ DATA_DIR: dataDir, FILES_DIR: common() })).toThrow(/^FILES_DIR: the folder/)
  })
})

describe('two processes behind a balancer that sends each call to the other one', () => {
  let farm: TestApp
  let balancer: Server | undefined
  afterAll(async () => {
    balancer?.close()
    await farm?.close()
  })

  test('take an upload in parts, keep it once, and show it', async () => {
    farm = await testApp()
    const { services } = farm
    const dataDir = join(folder, 'second')
    mkdirSync(dataDir)
    for (const each of [services.config.dataDir, dataDir]) {
      rmSync(join(each, 'uploads'), { recursive: true, force: true })
      expect(shareFolder(each, join(folder, 'common'))).toBeUndefined()
    }
    const second = buildApp(
      { ...services, config: { ...services.config, dataDir } },
      { openCallsAMinute: 1_000 },
    )
    const ports = await Promise.all(
      [farm.app, second].map(async app =>
        Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port),
      ),
    )
    let turn = 0
    balancer = createServer((asked, answer) => {
      const { method, url: path, headers } = asked
      const port = ports[turn++ % 2]
      const passed = request({ port, host: '127.0.0.1', method, path, headers }, got => {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
      })
      asked.pipe(passed)
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => balancer?.once('listening', resolve))
    const base = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
    const worker = await farm.as({
      office: farm.offices.sharing,
      kind: 2,
      grants: ['device_repair_client_list:get'],
    })
    const headers = { 'access-token': worker.token, 'content-type': 'application/json' }
    for (let round = 0; round < 4; round++) {
      // Some hundred kB, which the server drops: it keeps the picture alone.
      const picture = jpegOf(
        500 + round,
        new Array(4).fill([0xff, 0xe0, 0xea, 0x62, ...new Array(60_000).fill(7)]).flat(),
      )
      const upload = uploadIdOf(await sendBytes(base, worker, picture, { part: 32 * 1024 }))
      const kept = await fetch(`${base}/api${files.keep.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ upload, name: 'fan.jpg', use: 'picture' }),
      })
      expect(kept.status).toBe(200)
      for (let look = 0; look < 2; look++) {
        const shown = await fetch(`${base}/api${files.shown.path}?ids=${upload}`, { headers })
        const { data } = (await shown.json()) as { data: { url: string }[] }
        const bytes = await fetch(`${base}${data[0]?.url}`)
        expect(bytes.status).toBe(200)
        expect((await bytes.arrayBuffer()).byteLength).toBeGreaterThan(30)
      }
    }
    await second.close()
  })
})
