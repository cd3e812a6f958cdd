import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { firstShown } from '../first-shown.ts'
import { median } from '../histogram.ts'
import { noteTable } from '../in-page.ts'

/** Time until the first row of a list is on the screen. */
export async function throttled({ server, farm, quick, say }: Bench): Promise<Figure[]> {
  const rounds = quick ? 2 : 7
  say(`throttled: ${rounds} visits at 4x`)
  const token = farm.customers[0]?.token ?? ''
  const page = { path: '/deviceManage', note: noteTable, noted: 'tableAt' }
  const { first, again } = await firstShown({ url: server.url, token, rounds, ...page })
  const figure = (name: string, values: number[], goal?: Figure['goal']): Figure => ({
    section: 'throttled',
    name,
    value: median(values) / 1_000,
    unit: 's',
    ...(goal && { goal }),
  })
  return [
    figure('list at 4x CPU throttle, first visit', first, { atMost: 2 }),
    figure('list at 4x CPU throttle, from the cache', again),
  ]
}
