import type { Farm } from './farm.ts'

/** Asks the API as another program would, and answers its data. Rejects with its message. */
export async function call(
  farm: Farm,
  token: string,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
) {
  const answer = await fetch(`${farm.url}/api${path}`, {
    method,
    headers: { 'Access-Token': token, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
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
