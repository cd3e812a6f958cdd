import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { text } from '#shared/text.ts'
import { isOwnHost, type LocalPage, languageFrom, localPage } from './local-page.ts'
import type { LocalView } from './local-view.ts'
import type { Shown } from './shown-values.ts'
import type { Siren } from './siren.ts'

const temperature: Shown = {
  name: 'Climate/Temp/Avg',
  label: text('平均温度', 'Average temperature'),
  unit: '°C',
  decimals: 1,
  value: 23.4,
  ageMs: 4_000,
}
const alarm = (name: string, value: boolean | null): Shown => ({
  ...temperature,
  name: `Alarm/${name}`,
  label: text('高温报警', 'High temperature'),
  value,
})

describe('the page on the network of the farm', () => {
  let page: LocalPage
  let view: LocalView
  let silenced: number
  const siren = {
    silence: () => ++silenced,
    test: () => {},
  } as unknown as Siren
  beforeEach(async () => {
    silenced = 0
    view = {
      gateway: 'GW-1',
      awayMs: 0,
      diskTrouble: '',
      clockAheadMs: 0,
      isTimeKnown: true,
      siren: { soundsFor: [], silenced: [], isTested: false, isObeyed: true },
      controllers: [{ code: 'HC-1', silentForMs: 0, values: [temperature], found: [] }],
    }
    page = localPage({
      config: { port: 0, host: '127.0.0.1', names: ['farm.lan'], pin: '4711' },
      view: () => view,
      siren,
      say: () => {},
    })
    page.start()
    await expect.poll(() => page.port()).toBeDefined()
  })
  afterEach(() => page.stop())

  /** What a browser gets. */
  function ask(path = '/', headers: Record<string, string> = {}, form?: string, method?: string) {
    return new Promise<{ status: number; body: string; headers: Record<string, unknown> }>(
      (resolve, reject) => {
        const call = request(
          {
            host: '127.0.0.1',
            port: page.port(),
            path,
            method: method ?? (form === undefined ? 'GET' : 'POST'),
            headers,
          },
          response => {
            let body = ''
            response.setEncoding('utf8').on('data', chunk => {
              body += chunk
            })
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
            )
          },
        )
        call.on('error', reject)
        call.end(form)
      },
    )
  }
  const press = (pin: string, headers = {}) => ask('/siren', headers, `pin=${pin}&do=silence`)

  test('shows each value with its age, in the language of the browser', async () => {
    const english = await ask()
    expect(english.status).toBe(200)
    expect(english.body).toContain('Average temperature')
    expect(english.body).toContain('23.4\u202f°C')
    expect(english.body).toContain('4 s ago')
    const chinese = (await ask('/', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })).body
    expect(chinese).toContain('<html lang="zh-CN">')
    expect(chinese).toContain('平均温度')
    expect(chinese).toContain('4 秒前')
  })

  test('says what is not known, and never calls it good', async () => {
    view = {
      ...view,
      awayMs: 61_000,
      controllers: [
        {
          code: 'HC-1',
          silentForMs: 0,
          values: [{ ...temperature, value: null }, alarm('HighTemp', true), alarm('LowTemp', null)],
          found: [],
        },
        { code: 'HC-2', silentForMs: 125_000, values: [], found: [] },
      ],
    }
    const { body } = await ask()
    expect(body).toContain('has not been reached for 1 min')
    expect(body).toContain('no value')
    expect(body).toContain('<li>HC-1: High temperature</li>')
    expect(body).toContain('Not known: HC-1 High temperature')
    expect(body).toContain('HC-2 has not answered for 2 min')
    expect(body).not.toContain('No alarm stands')
  })

  test('says what the gateway itself finds wrong, with the house and with its own computer', async () => {
    view = {
      ...view,
      diskTrouble: 'ENOSPC',
      clockAheadMs: -7_200_000,
      isTimeKnown: false,
      controllers: [
        {
          code: 'HC-1',
          silentForMs: 0,
          values: [],
          found: [
            { finding: 'tooHot', value: 40, limit: 35 },
            { finding: 'noPower', value: null, limit: null },
          ],
        },
      ],
    }
    const { body } = await ask()
    expect(body).toContain('HC-1: 40.0\u202f°C, above the limit of 35.0\u202f°C')
    expect(body).toContain('HC-1: mains power lost')
    expect(body).toContain('The disk of the gateway is full')
    expect(body).toContain('is 2 h 0 min slow')
    expect(body).toContain('does not know what time it is')
    view = { ...view, diskTrouble: 'EIO', clockAheadMs: 1_000, isTimeKnown: true }
    const { body: later } = await ask('/?', { 'accept-language': 'zh' }).then(() =>
      ask('/', { 'accept-language': 'zh' }),
    )
    expect(later).toContain('无法写入（EIO）')
    expect(later).not.toContain('时钟')
  })

  test('is no place for markup out of a map', async () => {
    view = {
      ...view,
      controllers: [
        {
          code: 'HC-1',
          silentForMs: 0,
          values: [{ ...temperature, label: text('<b>', '<script>alert(1)</script>') }],
          found: [],
        },
      ],
    }
    expect((await ask()).body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('runs and loads nothing that is not its own', async () => {
    const { headers, body } = await ask()
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(body).not.toMatch(/(?:src|href)=/)
  })

  test.each(['evil.example', 'evil.example:8080', '127.0.0.1.evil.example', '127.0.0.2', 'a@localhost'])(
    'is not shown under the name %s',
    async host => {
      const { status, body } = await ask('/', { host })
      expect(status).toBe(421)
      expect(body).not.toContain('HC-1')
    },
  )
  test.each(['localhost:8080', 'farm.lan', 'FARM.lan:80', `${hostname()}.local`])(
    'is shown under its own name %s',
    async host => {
      expect((await ask('/', { host })).status).toBe(200)
    },
  )

  test('silences the siren with the PIN only, and not for the form of another page', async () => {
    expect((await press('4712')).body).toContain('This is not the PIN.')
    const foreign = await press('4711', { origin: 'http://evil.example' })
    expect(foreign.status).toBe(403)
    expect(silenced).toBe(0)
    const own = await press('4711', { origin: `http://127.0.0.1:${page.port()}` })
    expect(own.body).toContain('Silenced.')
    expect(silenced).toBe(1)
  })

  test('refuses to be guessed at: after five wrong PINs the right one too, for a minute', async () => {
    for (let i = 0; i < 5; i++) expect((await press(`000${i}`)).status).toBe(403)
    expect((await press('4711')).status).toBe(429)
    expect(silenced).toBe(0)
  })

  test.each([
    ['/other', undefined, 404],
    ['/', 'pin=4711', 404],
    ['/siren', `pin=${'1'.repeat(1_000)}`, 413],
  ])('answers %s with nothing it does not have', async (path, form, status) => {
    expect((await ask(path, {}, form)).status).toBe(status)
  })

  test('never shows its PIN', async () => {
    expect((await ask()).body + (await press('1111')).body).not.toContain('4711')
  })

  test('ends connections that say nothing, and takes no more than it can carry', async () => {
    const idle: Socket[] = []
    for (let i = 0; i < 40; i++) {
      const socket = connect(page.port() as number, '127.0.0.1')
      idle.push(socket.on('error', () => {}).resume())
    }
    const left = () => idle.filter(socket => !socket.closed).length
    await expect.poll(left).toBe(20)
    // Nor does it take their silence for ever.
    await expect.poll(left).toBe(0)
    expect((await ask()).status).toBe(200)
  })
})

test.each([
  [undefined, 'en-US'],
  ['zh', 'zh-CN'],
  ['de-DE,de;q=0.9', 'en-US'],
  ['en-GB;q=0.5, zh-TW;q=0.7', 'zh-CN'],
  ['fr, en;q=0.3, zh;q=0.2', 'en-US'],
] as const)('a browser that prefers %s reads %s', (header, language) => {
  expect(languageFrom(header)).toBe(language)
})

test('an address counts only if the connection came to it', () => {
  expect(isOwnHost('192.168.1.5:8080', '::ffff:192.168.1.5', [])).toBe(true)
  expect(isOwnHost('[fe80::1]:8080', 'fe80::1', [])).toBe(true)
  expect(isOwnHost('192.168.1.6', '192.168.1.5', [])).toBe(false)
  expect(isOwnHost(undefined, '192.168.1.5', [])).toBe(false)
})
