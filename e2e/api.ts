import { setTimeout as wait } from 'node:timers/promises'
import type { Farm } from './farm.ts'

/** So often a program asks again where the server is busy, before it gives up. */
const TRIES = 10

/** Asks the API as another program would, again when told to, and answers its data. Rejects with its message. */
export async function call(
  farm: Farm,
  token: string,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
) {
  const ask = () =>
    fetch(`${farm.url}/api${path}`, {
      method,
      headers: { 'Access-Token': token, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  let answer = await ask()
  for (let tries = 1; answer.status === 429 && tries < TRIES; tries++) {
    await wait(1_000 * Number(answer.headers.get('retry-after') ?? 1))
    answer = await ask()
  }
  const { data, message } = (await answer.json()) as { data: { id: string }; message: string }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${message}`)
  return data
}

/** A house without a controller in the farm of whoever asks. */
export async function addHouse(farm: Farm, token: string, name: string, type: 'layer' | 'broiler') {
  const { items } = (await call(farm, token, '/admin/auth/houses?page=1&size=1')) as unknown as {
    items: { officeId: string }[]
  }
  const size = { lengthM: 100, widthM: 14, heightM: 4 }
  return call(farm, token, '/admin/auth/houses', { name, type, officeId: items[0]?.officeId, ...size })
}
