/**
 * A customer who asks for a lot: a separate process that keeps calls in flight until told to end, and answers how many there
 * were by status. As ours and any other browser does, it asks again at once after an answer and when told to after a 429.
 */
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface Call {
  url: string
  /** Sent as JSON by POST; without one the call is a GET. */
  body?: object
}
export type NeighbourOrder =
  /** `calls` are repeated, `inFlight` of each at a time. Answers at once. */
  { do: 'begin'; token: string; asked: { call: Call; inFlight: number }[] } | { do: 'end' }

export interface NeighbourResult {
  /** Answers by status; 0 for calls without one. */
  answers: Record<number, number>
}

const agent = new Agent({ keepAlive: true })
let answers: NeighbourResult['answers'] = {}
let running: Promise<unknown> = Promise.resolve()
let isOver = false

/** The status and after how many seconds to ask again. The answer is read, as a browser would, and dropped. */
const ask = ({ url, body }: Call, token: string) =>
  new Promise<{ status: number; againS: number }>(resolve => {
    const headers = { 'access-token': token, 'content-type': 'application/json' }
    const sent = request(url, { agent, method: body ? 'POST' : 'GET', headers }, answer => {
      const againS = Number(answer.headers['retry-after'] ?? 0)
      answer.resume().on('close', () => resolve({ status: answer.statusCode ?? 0, againS }))
    })
    sent.on('error', () => resolve({ status: 0, againS: 1 }))
    sent.end(body && JSON.stringify(body))
  })

async function repeat(call: Call, token: string): Promise<void> {
  while (!isOver) {
    const { status, againS } = await ask(call, token)
    answers[status] = (answers[status] ?? 0) + 1
    if (againS > 0 && !isOver) await delay(againS * 1_000)
  }
}

async function obey(order: NeighbourOrder): Promise<NeighbourResult> {
  if (order.do === 'begin') {
    answers = {}
    isOver = false
    const { asked, token } = order
    running = Promise.all(
      asked.flatMap(({ call, inFlight }) => Array.from({ length: inFlight }, () => repeat(call, token))),
    )
  } else {
    isOver = true
    await running
  }
  return { answers }
}

process.on('message', (order: NeighbourOrder) => {
  obey(order).then(
    result => process.send?.(result),
    error => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
