import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { PROOF_MS } from '#shared/limits.ts'
import { features } from '../../app.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { session } from '../../platform/database/tables/offices.ts'
import { asksForProof } from '../../platform/http/closed.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { audienceOf, everyGrant, grantsTo } from '../samples.ts'

const changes = features.flatMap(({ name, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(([, { access, method }]) => access !== 'public' && method !== 'GET')
    .map(([type, endpoint]) => ({ name: `${name}.${type}`, endpoint })),
)

let farm: TestApp
let people: Record<1 | 2 | 3, Person>
beforeAll(async () => {
  farm = await testApp()
  const { provider, direct, agent } = farm.offices
  const inOffice = { 1: provider, 2: direct, 3: agent }
  const somebody = async (kind: 1 | 2 | 3) => {
    const person = await farm.as({ office: inOffice[kind], kind, grants: everyGrant(kind) })
    const provedAt = new Date(Date.now() - PROOF_MS)
    const own = eq(session.accountId, person.accountId)
    await farm.services.store.scoped(SYSTEM).update(session).set({ provedAt }).where(own)
    return person
  }
  people = { 1: await somebody(1), 2: await somebody(2), 3: await somebody(3) }
})
afterAll(() => farm.close())

/** Somebody who may call it and signed in long ago. */
function callerOf(endpoint: Endpoint): Person {
  const grants = grantsTo(endpoint)
  const kind = ([2, 1, 3] as const).find(
    kind =>
      (endpoint.kinds ?? [kind]).includes(kind) &&
      (grants.length === 0 || grants.some(grant => audienceOf(grant).includes(kind))),
  )
  if (!kind) throw new Error('Nobody may call it')
  return people[kind]
}

describe.each(changes)('$name', ({ endpoint }) => {
  test('asks somebody who signed in long ago for a proof before anything is read, or lets them go on', async () => {
    const answer = await callerOf(endpoint).ask(endpoint, { params: { id: 'nobody' }, body: {} })
    const asked = answer.statusCode === 401 && answer.json().data?.proof === true
    // Nothing typed could serve as a proof: a call that checks one itself refuses the body.
    expect(asked).toBe(asksForProof(endpoint))
  })
})
