import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentStandings, agentSteps } from '#shared/agents.ts'
import { agents } from '#shared/contracts/agents.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { orders } from '#shared/contracts/orders.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { inquiryStates, inquirySteps } from '#shared/inquiries.ts'
import { orderStandings, orderSteps } from '#shared/orders.ts'
import { AGENT, CUSTOMER, type Kind, STAFF } from '#shared/permissions.ts'
import { questionStates, questionSteps } from '#shared/questions.ts'
import { repairStandings, repairSteps } from '#shared/repairs.ts'
import { isOpenTo, type Steps } from '#shared/states.ts'
import { buildAgency } from '../../features/agents/agents.fixture.ts'
import { buildInquiry } from '../../features/inquiries/inquiries.fixture.ts'
import { buildOrder } from '../../features/orders/orders.fixture.ts'
import { buildQuestion } from '../../features/questions/questions.fixture.ts'
import { buildRepair } from '../../features/repairs/repairs.fixture.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { audienceOf, everyGrant, grantsTo, inputSchema, sampleOf } from '../samples.ts'

type Build = (farm: TestApp, standing: string, step: string) => Promise<{ id: string }>

/** Every table of steps with its endpoints; a new one adds a line here. */
const tables: Record<string, { steps: Steps<string>; states: object; contract: object; build: Build }> = {
  agents: {
    steps: agentSteps,
    states: agentStandings,
    contract: agents,
    build: ({ services, offices }, standing) =>
      buildAgency(services, offices.sharing, { standing: standing as 'pending' }),
  },
  inquiries: {
    steps: inquirySteps,
    states: inquiryStates,
    contract: inquiries,
    build: ({ services, offices }, state) =>
      buildInquiry(services, offices.sharing, { state: state as 'waiting' }),
  },
  orders: {
    steps: orderSteps,
    states: orderStandings,
    contract: orders,
    // Correcting to unpaid requires that it was paid.
    build: ({ services, offices }, standing, step) =>
      buildOrder(services, offices.sharing, { standing, paidOn: step === 'unpay' ? '2026-11-01' : null }),
  },
  questions: {
    steps: questionSteps,
    states: questionStates,
    contract: questions,
    build: ({ services, offices }, state) =>
      buildQuestion(services, offices.sharing, { state: state as 'waiting' }),
  },
  repairs: {
    steps: repairSteps,
    states: repairStandings,
    contract: repairs,
    build: ({ services, offices }, standing) => buildRepair(services, offices.sharing, { standing }),
  },
}

/** Days that have to be ahead when the test runs, whenever that is. */
const DAYS = {
  endsOn: '2999-12-31',
  validUntil: null,
  visitAt: new Date(Date.now() + 86_400_000).toISOString(),
}

let farm: TestApp
const people = new Map<Kind, Person>()
beforeAll(async () => {
  farm = await testApp()
  const { provider, sharing, agent } = farm.offices
  for (const [kind, office] of [
    [STAFF, provider],
    [CUSTOMER, sharing],
    [AGENT, agent],
  ] as const)
    people.set(kind, await farm.as({ office, kind, grants: everyGrant(kind) }))
})
afterAll(() => farm.close())

describe.each(Object.entries(tables))('%s', (_, { steps, states, contract, build }) => {
  const cases = Object.entries(steps).flatMap(([name, step]) =>
    Object.keys(states).flatMap(standing =>
      ([STAFF, CUSTOMER, AGENT] as const).map(kind => ({ name, step, standing, kind })),
    ),
  )

  test('every state is one that a step comes from or leads to', () => {
    const named = Object.values(steps).flatMap(({ from, clientFrom = [], to }) => [
      ...from,
      ...clientFrom,
      to,
    ])
    expect(named.filter(state => state !== undefined && !(state in states))).toEqual([])
  })

  test.each(cases)('$name of what is $standing, by kind $kind', async ({ name, step, standing, kind }) => {
    const endpoint = (contract as Record<string, Endpoint>)[name] as Endpoint
    const person = people.get(kind) as Person
    const { id } = await build(farm, standing, name)
    const body = sampleOf(inputSchema(endpoint.body as never), DAYS) as object
    const answer = await person.ask(endpoint, { params: { id }, body })
    const isFor = (endpoint.kinds ?? [kind]).includes(kind)
    const mayEver = isFor && grantsTo(endpoint).some(grant => audienceOf(grant).includes(kind))
    // An agent's user neither asked for it nor belongs to its farm.
    const isOpen = isOpenTo(step, { standing, isOwn: kind === CUSTOMER }, kind)
    expect(answer.statusCode, answer.body).toBe(mayEver ? (isOpen ? 200 : 409) : 403)
    if (answer.statusCode === 200) expect(answer.json().data.standing).toBe(step.to ?? standing)
  })
})
