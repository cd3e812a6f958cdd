import { App } from 'antd'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { RecordSheet } from '#shared/contracts/flock-records.ts'
import { dateOf } from '#shared/dates.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import { ScreenContext } from '#web/components/screen-context.tsx'
import { cached } from '#web/components/testing/cached.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { prefer } from '#web/data/preferences.ts'
import texts from './en-US.json' with { type: 'json' }
import { Eggs } from './record-parts.tsx'
import { useRecord } from './use-record.ts'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components, flocks: texts } },
  })
  prefer({ language: 'en-US' })
})

const sheet: RecordSheet = {
  flockId: 'f',
  houseId: 'h',
  houseName: 'House 1',
  customer: null,
  type: 'layer',
  breed: 'hyline-brown',
  day: '2026-06-10',
  today: '2026-06-10',
  timeZone: 'Asia/Shanghai',
  placedOn: '2026-01-02',
  endedOn: null,
  dayAge: 280,
  age: 280,
  aliveAtStart: 1_000,
  deadMean: null,
  lostMean: null,
  feedMean: null,
  feedStock: null,
  countedBefore: {},
  nothingOdd: [],
  weightBefore: null,
  weighedDaysAgo: null,
  withdrawal: { meat: '2026-06-20', eggs: '2026-06-14' },
  underWay: [],
  measured: {},
  record: null,
  mayChange: true,
}

function EggsOf({ sheet }: { sheet: RecordSheet }) {
  const record = useRecord({ sheet, seenAt: null, waiting: undefined, draft: null }, () => undefined)
  return <Eggs sheet={sheet} record={record} disabled={false} focus={() => undefined} />
}
const draw = (more: Partial<RecordSheet>) =>
  render(
    <App>
      <ScreenContext value={screenAt('/chicken-batch')}>
        <EggsOf sheet={{ ...sheet, ...more }} />
      </ScreenContext>
    </App>,
    cached(),
  )

test('whoever enters eggs sees beside them until when they may not be sold', async () => {
  const screen = await draw({})
  await expect.element(screen.getByRole('heading', { name: /^Eggs/ })).toBeVisible()
  const until = dateOf('2026-06-14', 'en-US')
  const says = `Withdrawal of eggs until ${until}: none may be sold before then.`
  await expect.element(screen.getByRole('note')).toHaveTextContent(says)
  expect(screen.getByRole('note').elements()).toHaveLength(1)
})

test('and nothing where no medicine forbids it', async () => {
  const screen = await draw({ withdrawal: { meat: '2026-06-20', eggs: null } })
  await expect.element(screen.getByRole('heading', { name: /^Eggs/ })).toBeVisible()
  expect(screen.getByRole('note').query()).toBeNull()
})

test('medicine that is being entered counts before it is stored', async () => {
  const treatments = [{ kind: 'medicine', name: 'Tylosin', withdrawalDays: 0, eggWithdrawalDays: 9 }]
  const screen = await draw({
    withdrawal: { meat: null, eggs: null },
    record: { confirmed: [], version: 1, treatments } as unknown as RecordSheet['record'],
  })
  const until = dateOf('2026-06-19', 'en-US')
  const says = `Withdrawal of eggs until ${until}: none may be sold before then.`
  await expect.element(screen.getByRole('note')).toHaveTextContent(says)
})
