import i18next from 'i18next'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { type Announcement, showAnnouncements } from './announcements.ts'
import { call } from './client.ts'
import data from './en-US.json' with { type: 'json' }
import { usePreferences } from './preferences.ts'
import { loadUser, readUserAgain, signOut, useSession } from './session.ts'
import { forgetToken, keepToken, keptToken } from './token.ts'

const realFetch = globalThis.fetch
let announced: Announcement[] = []

const houses = { permissionId: 'chicken_home_manage', actionList: ['query'] }
/** Serves user info with these permissions, and nothing else. */
function servesUser(permissions: unknown): void {
  const user = { id: 'u1', kind: 2, language: null, mustChangePassword: false, role: { permissions } }
  globalThis.fetch = async url => {
    const isUserInfo = String(url).includes('/user/token')
    return isUserInfo
      ? new Response(JSON.stringify({ code: 0, data: user, message: '' }))
      : new Response(JSON.stringify({ code: 404, data: null, message: '' }), { status: 404 })
  }
}

beforeEach(async () => {
  announced = []
  await i18next.init({ lng: 'en-US', resources: { 'en-US': { data } } })
  showAnnouncements(announcement => announced.push(announcement))
  keepToken('a-token')
})
afterEach(() => {
  globalThis.fetch = realFetch
  useSession.setState({ user: null, grants: new Set() })
  forgetToken()
})

test.each([[], undefined])(
  'a user who may do nothing at all (%s) is told so in the specification’s words, and is signed out',
  async permissions => {
    servesUser(permissions)
    expect(await loadUser()).toBe('refused')
    expect(announced.map(({ text }) => text)).toEqual(['roles must be a non-null array'])
    expect(keptToken()).toBeNull()
    expect(useSession.getState().user).toBeNull()
  },
)

test('so is a user who loses their last permission while signed in', async () => {
  servesUser([houses])
  expect(await loadUser()).toBe('loaded')
  expect(useSession.getState().grants).toEqual(new Set(['chicken_home_manage:query']))
  servesUser([])
  await readUserAgain()
  expect(announced.map(({ text }) => text)).toEqual(['roles must be a non-null array'])
  expect(keptToken()).toBeNull()
})

test('names in the user info are read again in a newly chosen language', async () => {
  servesUser([houses])
  await loadUser()
  const { language } = usePreferences.getState()
  const asked: unknown[] = []
  const answer = globalThis.fetch
  globalThis.fetch = (url, init) => {
    asked.push(new Headers(init?.headers).get('Access-i18n'))
    return answer(url, init)
  }
  const other = language === 'en-US' ? 'zh-CN' : 'en-US'
  usePreferences.setState({ language: other })
  await expect.poll(() => asked).toContain(other)
  usePreferences.setState({ language })
})

// A session that ended with an announcement announces nothing more until the page is loaded again.
test('what the session still refuses while its user signs out is not announced', { retry: 0 }, async () => {
  servesUser([houses])
  await loadUser()
  const refused = new Response(JSON.stringify({ code: 401, data: null, message: '' }), { status: 401 })
  const done = new Response(JSON.stringify({ code: 0, data: null, message: '' }))
  let late: Promise<unknown> = Promise.resolve()
  globalThis.fetch = async url => {
    if (!String(url).includes('/logout')) return refused
    // The server has ended the session; its answer comes after that to a call made before.
    await late.catch(() => null)
    return done
  }
  late = call(devices.officeOptions, { query: {} })
  const signedOut = signOut()
  await expect(late).rejects.toThrow()
  await signedOut
  expect(announced).toEqual([])
  expect(keptToken()).toBeNull()
})
