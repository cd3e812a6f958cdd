import type { Farm } from './farm.ts'

/** A session of one of the demonstration's people, begun through the API. */
export async function tokenOf(farm: Farm, user: string): Promise<string> {
  const { username, password } = farm.account(user)
  const answer = await fetch(`${farm.url}/api/admin/open/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { data } = (await answer.json()) as { data: string }
  return data
}
