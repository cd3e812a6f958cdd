import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demo } from '#shared/contracts/demo.ts'
import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import { type Announcement, showAnnouncements } from './announcements.ts'
import { addressOf, askAhead, CallError, call } from './client.ts'
import data from './en-US.json' with { type: 'json' }
import { firstLanguage, readLayout } from './preferences.ts'
import { useReachable } from './reachable.ts'
import { forgetToken, keepToken, keptToken, tokenFrom } from './token.ts'

const realFetch = globalThis.fetch
let asked: { url: string; init: RequestInit }[] = []
let announced: Announcement[] = []

/** Makes the network answer the next calls this way. */
function answers(status: number, body: unknown): void {
  globalThis.fetch = async (url, init = {}) => {
    asked.push({ url: String(url), init })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
}

const failure = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.then(() => null).catch((error: unknown) => error)
  if (!(error instanceof CallError)) throw new Error('the call did not fail as calls do')
  return error
}

beforeEach(async () => {
  asked = []
  announced = []
  forgetToken()
  await i18next.init({ lng: 'en-US', resources: { 'en-US': { data } } })
  showAnnouncements(announcement => announced.push(announcement))
})
afterEach(() => {
  globalThis.fetch = realFetch
})

describe('a call', () => {
  test('goes to /api with token and language, and returns what is in the body', async () => {
    keepToken('a-token')
    answers(200, { code: 0, data: [], message: '' })
    expect(await call(devices.officeOptions, { query: { search: 'Lu & Sons' } })).toEqual([])
    expect(asked[0]?.url).toBe('/api/admin/auth/offices/options?search=Lu+%26+Sons')
    expect(asked[0]?.init.headers).toMatchObject({ 'Access-Token': 'a-token', 'Access-i18n': 'en-US' })
  })

  test('takes the answer to a question sent ahead, once and with the same token', async () => {
    keepToken('a-token')
    answers(200, { code: 0, data: ['ahead'], message: '' })
    askAhead(devices.officeOptions, { query: { search: 'Lu' } })
    answers(200, { code: 0, data: ['asked'], message: '' })
    expect(await call(devices.officeOptions, { query: { search: 'Li' } })).toEqual(['asked'])
    expect(await call(devices.officeOptions, { query: { search: 'Lu' } })).toEqual(['ahead'])
    expect(await call(devices.officeOptions, { query: { search: 'Lu' } })).toEqual(['asked'])
    askAhead(devices.officeOptions, { query: {} })
    keepToken('another-token')
    await call(devices.officeOptions, { query: {} })
    expect(asked.at(-1)?.init.headers).toMatchObject({ 'Access-Token': 'another-token' })
  })

  test('never takes an answer sent ahead for another method at the same address', async () => {
    keepToken('a-token')
    answers(200, { code: 0, data: 'read', message: '' })
    askAhead(houses.get, { params: { id: 'h1' } })
    answers(200, { code: 0, data: 'removed', message: '' })
    expect(await call(houses.remove, { params: { id: 'h1' } })).toBe('removed')
    expect(asked.at(-1)?.init.method).toBe('DELETE')
  })

  test('reports the failure of a question sent ahead once it is asked', async () => {
    keepToken('a-token')
    answers(403, { code: 403, data: null, message: 'You do not have permission to do this' })
    askAhead(devices.list, {})
    expect(announced).toEqual([])
    expect((await failure(call(devices.list, {}))).told).toBe(true)
    expect(announced).toHaveLength(1)
  })

  test('puts parameters into the path, escaped', () => {
    expect(addressOf(devices.get, { params: { id: '../x?y' } })).toBe('/api/admin/auth/devices/..%2Fx%3Fy')
  })

  test('403 is announced as Forbidden with the server’s message', async () => {
    answers(403, { code: 403, data: null, message: 'You do not have permission to do this' })
    expect((await failure(call(devices.list))).told).toBe(true)
    expect(announced).toEqual([
      { kind: 'error', title: 'Forbidden', text: 'You do not have permission to do this' },
    ])
  })

  test('40003 names the fields to the caller', async () => {
    const fields = [{ field: 'code', message: 'This code is already in use' }]
    answers(400, { code: 40003, data: fields, message: 'Please check the marked fields' })
    expect((await failure(call(devices.list))).fields).toEqual(fields)
    expect(announced[0]?.title).toBe('Request Error')
  })

  test('404 is left to the caller', async () => {
    answers(404, { code: 404, data: null, message: 'Not found' })
    const error = await failure(call(demo.accounts))
    expect([error.status, error.message, error.told]).toEqual([404, 'Not found', false])
    expect(announced).toEqual([])
  })

  test('401 with a valid session leaves the session alone', async () => {
    keepToken('a-token')
    answers(401, { code: 401, data: null, message: 'Wrong password', result: { isLogin: true } })
    expect((await failure(call(devices.list))).isLogin).toBe(true)
    expect(keptToken()?.value).toBe('a-token')
    expect(announced).toEqual([])
  })

  test('401 without a token is announced and changes nothing else', async () => {
    answers(401, { code: 401, data: null, message: 'x' })
    await failure(call(devices.list))
    expect(announced).toEqual([
      { kind: 'error', title: 'Unauthorized', text: 'Authorization verification failed' },
    ])
  })

  test('silence is no answer: the token stays', async () => {
    keepToken('a-token')
    globalThis.fetch = async () => {
      throw new TypeError('Failed to fetch')
    }
    expect((await failure(call(devices.list))).status).toBe(0)
    expect(useReachable.getState().reachable).toBe(false)
    expect(keptToken()?.value).toBe('a-token')
  })

  test('a proxy without a server behind it counts as silence', async () => {
    answers(502, '<html>Bad Gateway</html>')
    expect((await failure(call(devices.list))).status).toBe(0)
  })
})

describe('what is kept on the device', () => {
  test('a token lives seven days, and no longer when the clock is set back', () => {
    const week = 604_800_000
    expect(tokenFrom({ value: 't', expiry: 1_000 + week }, 1_000)).not.toBeNull()
    expect(tokenFrom({ value: 't', expiry: 1_000 }, 1_000)).toBeNull()
    expect(tokenFrom({ value: 't', expiry: 1_001 + week }, 1_000)).toBeNull()
    for (const odd of [null, 'text', 5, {}, { value: 5, expiry: 2_000 }, { value: '', expiry: 2_000 }])
      expect(tokenFrom(odd, 1_000)).toBeNull()
  })

  test('the language is the reader’s, else the deployment’s, the browser’s, English', () => {
    expect(firstLanguage('zh-CN', 'en-US', ['en'])).toBe('zh-CN')
    expect(firstLanguage(null, 'zh-CN', ['en'])).toBe('zh-CN')
    expect(firstLanguage('fr', '', ['fr-FR', 'zh-TW'])).toBe('zh-CN')
    expect(firstLanguage(null, null, ['de-DE'])).toBe('en-US')
  })

  test('the first visit is dark, side menu, fluid, fixed sidebar, blue', () => {
    const first = { layout: 'side', theme: 'dark', colour: 'blue', width: 'fluid', fixedSidebar: true }
    expect(readLayout(null)).toEqual(first)
    expect(readLayout({ theme: 'purple', colour: 7, width: [] })).toEqual(first)
  })
})
