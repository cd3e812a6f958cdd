import { XLSX } from '#shared/excel.ts'
import { expect, type Farm, test, tokenOf } from './farm.ts'

/**
 * Lists whose import changes the rows it knows, so that a fetched file can be sent back, and a person of the demonstration who
 * may do both. The imports of other lists only add rows.
 */
const lists = [
  ['sales', ['orders', 'goods', 'price-lists']],
  ['owner', ['flock-records', 'flock-treatments']],
] as const

const JOB_MS = 90_000

interface Job {
  id: string
  state: string
  error: string | null
  file: { url: string } | null
  summary: { valid: number; faulty: number; changes?: Record<string, number> } | null
}

const asking =
  (farm: Farm, token: string) =>
  async (path: string, body?: Buffer | string, type = 'application/json'): Promise<Job> => {
    const answer = await fetch(`${farm.url}/api/admin/auth${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Access-Token': token, ...(body !== undefined && { 'Content-Type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    const { data, message } = (await answer.json()) as { data: Job; message: string }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${message} ${JSON.stringify(data)}`)
    return data
  }

for (const [who, theirs] of lists)
  for (const list of theirs)
    test(`what ${who} fetches of ${list} goes back without a fault and changes nothing`, async ({ farm }) => {
      const ask = asking(farm, await tokenOf(farm, who))
      const ended = async ({ id }: Job) => {
        const states = expect.stringMatching(/^(done|checked|failed|cancelled)$/)
        await expect.poll(async () => (await ask(`/jobs/${id}`)).state, { timeout: JOB_MS }).toEqual(states)
        return ask(`/jobs/${id}`)
      }
      const exported = await ended(await ask(`/${list}/export`, '{}'))
      expect(exported.error).toBeNull()
      const file = Buffer.from(await (await fetch(`${farm.url}${exported.file?.url}`)).arrayBuffer())
      const checked = await ended(await ask(`/${list}/import?name=sent-back.xlsx`, file, XLSX))
      const { items } = (await ask(`/jobs/${checked.id}/faults?size=20`)) as unknown as { items: unknown[] }
      expect(items).toEqual([])
      expect(checked.summary?.faulty).toBe(0)
      expect(checked.summary?.valid).toBeGreaterThan(0)
      expect(checked.summary?.changes).toMatchObject({ added: 0, changed: 0 })
    })
