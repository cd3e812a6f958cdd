import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Grant, grantsOfToken, type Kind } from '#shared/permissions.ts'
import { features } from '../../app.ts'
import { isInPerson } from '../../platform/http/closed.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { permissionsOf } from '../person.ts'
import { audienceOf, everyGrant, grantsTo } from '../samples.ts'

const KINDS: readonly Kind[] = [1, 2, 3]
const closed = features.flatMap(({ name, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(([, { access }]) => access !== 'public')
    .map(([type, endpoint]) => ({ name: `${name}.${type}`, endpoint })),
)

let farm: TestApp
const people = new Map<string, Promise<Person>>()
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

function holding(kind: Kind, grants: readonly Grant[]): Promise<Person> {
  const key = `${kind} ${grants}`
  const office = { 1: farm.offices.provider, 2: farm.offices.direct, 3: farm.offices.agent }[kind]
  const person = people.get(key) ?? farm.as({ office, kind, grants })
  people.set(key, person)
  return person
}
/** A program of a person, bypassing the check of what a token may be given: rights are checked on use as well. */
const programs = new Map<Person, ReturnType<TestApp['programOf']>>()
function programOf(owner: Person, kind: Kind) {
  const program = programs.get(owner) ?? farm.programOf(owner, everyGrant(kind))
  programs.set(owner, program)
  return program
}
const input = (endpoint: Endpoint) => ({
  params: { id: 'nobody' },
  ...(endpoint.method !== 'GET' && { body: {} }),
})
const status = async (who: Pick<Person, 'ask'>, endpoint: Endpoint) =>
  (await who.ask(endpoint, input(endpoint))).statusCode

test('only calls under /admin/open/ need no session, and all others do', () => {
  for (const { contract } of features)
    for (const { path, access } of Object.values<Endpoint>(contract))
      expect(path.startsWith('/admin/open/') ? 'public' : path.startsWith('/admin/auth/'), path).toBe(
        access === 'public' ? 'public' : true,
      )
})

test('what needs no grant of a person is closed to programs, but for who they are and their own jobs', () => {
  const open = closed.filter(
    ({ endpoint }) => endpoint.access === 'signedIn' && !endpoint.programsWith && !isInPerson(endpoint),
  )
  const jobs = ['get', 'faults', 'rows', 'confirm', 'layout'].map(type => `jobs.${type}`)
  expect(open.map(({ name }) => name).sort()).toEqual([...jobs, 'session.userInfo'].sort())
})

describe.each(closed)('$name', ({ endpoint }) => {
  const grants = grantsTo(endpoint)
  const kindsOf = (grant: Grant) =>
    audienceOf(grant).filter(kind => !endpoint.kinds || endpoint.kinds.includes(kind))

  test('refuses a stranger', async () => {
    expect(await status(farm.stranger, endpoint)).toBe(401)
  })

  test('refuses a stranger before reading what they send', async () => {
    if (endpoint.method === 'GET') return
    const headers = { 'content-type': 'application/json' }
    const answers = [
      await farm.stranger.ask(endpoint, { ...input(endpoint), headers, body: '{"broken' }),
      await farm.stranger.ask(endpoint, { ...input(endpoint), headers, body: 'x'.repeat(3_000_000) }),
      await farm.stranger.ask(endpoint, {
        params: { id: 'x' },
        headers: { 'content-type': 'text/xml' },
        body: '<a/>',
      }),
    ]
    expect(answers.map(answer => answer.statusCode)).toEqual([401, 401, 401])
  })

  test('refuses callers without the grant', async () => {
    if (grants.length === 0) return
    for (const kind of KINDS) expect(await status(await holding(kind, []), endpoint)).toBe(403)
  })

  test('lets callers with exactly the grant through', async () => {
    for (const grant of grants)
      for (const kind of kindsOf(grant))
        expect([401, 403, 500]).not.toContain(await status(await holding(kind, [grant]), endpoint))
    const [kind = 2] = endpoint.kinds ?? []
    if (grants.length === 0)
      expect([401, 403, 500]).not.toContain(await status(await holding(kind, []), endpoint))
  })

  test('gives a program no more than its owner, and nothing that only a person may do', async () => {
    const needed = endpoint.programsWith ?? grants
    const [kind = 2] = needed.flatMap(kindsOf)
    const grant = needed.find(one => kindsOf(one).includes(kind))
    const program = await programOf(await holding(kind, grant ? [grant] : []), kind)
    const mayNot =
      isInPerson(endpoint) ||
      (grant !== undefined && !grantsOfToken(new Set([grant]), permissionsOf([grant])).has(grant))
    const found = await status(program, endpoint)
    if (mayNot) expect(found).toBe(403)
    else expect([401, 403, 500]).not.toContain(found)
    if (!grant) return
    const poorer = await programOf(await holding(kind, []), kind)
    expect(await status(poorer, endpoint)).toBe(403)
  })

  test('refuses kinds of user it is not made for, whatever their roles say', async () => {
    for (const grant of grants) {
      const allowed = kindsOf(grant)
      for (const kind of KINDS.filter(kind => !allowed.includes(kind)))
        expect(await status(await holding(kind, [grant]), endpoint)).toBe(403)
    }
  })
})
