import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { alarmAddress } from '#shared/alarm-address.ts'
import type { Alarm } from '#shared/contracts/alarms.ts'
import { ScreenContext, type Search } from '#web/components/screen-context.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { useFirstAsked } from './use-first-asked.ts'

const rows = ['LowTemp', 'HighTemp'].map(code => ({ id: `of ${code}`, code }) as Alarm)

interface Answered {
  rows: readonly Alarm[]
  isFetching?: boolean
  isOfBefore?: boolean
}

/** What the address asks for; it opens that alarm on a phone and on a desk alike. */
function Asked({ rows, isFetching = false, isOfBefore = false }: Answered) {
  useFirstAsked({ rows, isFetching, isOfBefore })
  return null
}

function Screen({ href, ...list }: Answered & { href: string }) {
  const [search, set] = useState<Record<string, string | undefined>>(() =>
    Object.fromEntries(new URL(href, 'http://farm').searchParams),
  )
  return (
    <ScreenContext
      value={{
        ...screenAt('/house-alarm'),
        search: JSON.parse(JSON.stringify(search)),
        setSearch: change => set(old => ({ ...old, ...change })),
      }}
    >
      <Asked {...list} />
      <output>{JSON.stringify(search)}</output>
    </ScreenContext>
  )
}

async function asked(href: string, list: Answered) {
  const drawn = await render(<Screen href={href} {...list} />)
  const search: Search = JSON.parse(drawn.container.querySelector('output')?.textContent ?? '')
  await drawn.unmount()
  return search
}

const house = { houseId: 'h1', open: 'open' }
const byState = alarmAddress({ houseId: 'h1', code: 'HighTemp' })

test('a link by house and code opens that alarm itself, beside the list of its house', async () => {
  expect(await asked(byState, { rows })).toEqual({ ...house, alarm: 'of HighTemp' })
  expect(await asked(byState, { rows, isFetching: true })).toEqual({ ...house, alarm: 'of HighTemp' })
})

test('a link by id is the alarm', async () => {
  expect(await asked(alarmAddress({ id: 'a/1' }), { rows: [] })).toEqual({ alarm: 'a/1' })
})

test('once the alarm is gone the first of the house is opened, without any the list stands', async () => {
  const gone = alarmAddress({ houseId: 'h1', code: 'PowerFailure' })
  expect(await asked(gone, { rows })).toEqual({ ...house, alarm: 'of LowTemp' })
  expect(await asked(gone, { rows: [] })).toEqual(house)
})

test('nothing is opened by an answer of before', async () => {
  const waits = { ...house, first: 'HighTemp' }
  expect(await asked(byState, { rows, isOfBefore: true, isFetching: true })).toEqual(waits)
  expect(await asked(byState, { rows: rows.slice(0, 1), isFetching: true })).toEqual(waits)
})
