import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { houses } from '#shared/contracts/houses.ts'
import { type FaultyRow, type Job, jobs } from '#shared/contracts/jobs.ts'
import { soon } from '#shared/testing/soon.ts'
import { useFollowed } from '#web/data/jobs.ts'
import { live } from '#web/data/live/live.ts'
import { queries } from '#web/data/queries.ts'
import components from '../en-US.json' with { type: 'json' }
import excel from './en-US.json' with { type: 'json' }
import { JobTray } from './job-tray.tsx'
import '../../app/theme.css'
import '../../app/base.css'
import { AntdStill } from '#web/components/antd-still.tsx'

/** The server's answers, by path below /api; requests are recorded. */
let answers: Record<string, unknown>
let asked: { path: string; method: string; body: unknown }[]

beforeAll(async () => {
  const resources = { 'en-US': { components, excel } }
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources, interpolation: { escapeValue: false } })
})
beforeEach(async () => {
  await page.viewport(1280, 800)
  queries.clear()
  live.clear()
  answers = { [jobs.list.path]: [] }
  asked = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
    asked.push({ path, method, body })
    return new Response(JSON.stringify({ code: 0, data: answers[path], message: '' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const job = (more: Partial<Job> = {}): Job => ({
  id: 'j',
  kind: 'import',
  list: 'houses',
  title: 'Houses',
  source: 'houses.xlsx',
  state: 'checked',
  done: 3,
  total: 3,
  file: null,
  summary: null,
  error: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  endedAt: null,
  expiresAt: '2026-11-21T10:00:00.000Z',
  ...more,
})
const summary = {
  rows: 3,
  valid: 2,
  faulty: 1,
  unknown: ['Colour'],
  isAnew: false,
  written: null,
  columns: [
    { field: 'name', letters: 'A', title: 'Name', faults: 0 },
    { field: 'type', letters: 'B', title: 'House type', faults: 1 },
  ],
}
const faulty: FaultyRow = {
  row: 3,
  cells: ['South', 'Duck'],
  faults: [
    {
      cell: 'B3',
      field: 'type',
      column: 'House type',
      found: 'Duck',
      reason: 'Must be one of: Layer, Broiler',
      expected: null,
    },
  ],
}
const draw = () =>
  render(
    <QueryClientProvider client={queries}>
      <AntdStill>
        <JobTray />
      </AntdStill>
    </QueryClientProvider>,
  )
const path = `${jobs.list.path}/j`

test('an import checked before a reload waits in the tray, with its report and what can be written', async () => {
  const checked = job({ summary })
  answers = {
    [jobs.list.path]: [checked],
    [path]: checked,
    [`${path}/faults`]: { total: 1, items: [faulty] },
    [`${path}/confirm`]: job({ state: 'waiting', summary }),
  }
  const screen = await draw()
  await screen.getByRole('button', { name: '1 file' }).click()
  await screen.getByRole('button', { name: 'Review' }).click()
  await expect.element(screen.getByRole('button', { name: 'B3' })).toBeVisible()
  await expect.element(screen.getByText('Must be one of: Layer, Broiler')).toBeVisible()
  await expect.element(screen.getByText(/does not use these columns: Colour/)).toBeVisible()
  await screen.getByRole('button', { name: 'Import 2 valid rows' }).click()
  await soon(() => {
    const confirmed = asked.find(({ path }) => path.endsWith('/confirm'))
    expect(confirmed).toMatchObject({ method: 'POST', body: JSON.stringify({ acceptFaulty: true }) })
  })
})

test('columns that nothing explains are said at their headings, and are left out only by saying so', async () => {
  const headings = [{ cell: 'F1', title: 'Colour', reason: 'No column of this title' }]
  const checked = job({ summary: { ...summary, valid: 3, faulty: 0, unknown: [], headings } })
  answers = {
    [jobs.list.path]: [checked],
    [path]: checked,
    [`${path}/confirm`]: job({ state: 'waiting', summary }),
  }
  const screen = await draw()
  await screen.getByRole('button', { name: '1 file' }).click()
  await screen.getByRole('button', { name: 'Review' }).click()
  await expect.element(screen.getByText(/A column is not understood/)).toBeVisible()
  await expect.element(screen.getByText(/F1.*Colour.*No column of this title/)).toBeVisible()
  await screen.getByRole('button', { name: 'Import 3 rows without these columns' }).click()
  await soon(() => {
    const confirmed = asked.find(({ path }) => path.endsWith('/confirm'))
    expect(confirmed).toMatchObject({ method: 'POST', body: JSON.stringify({ acceptFaulty: true }) })
  })
})

test('rows in doubt are answered before anything is written, one by one or all at once', async () => {
  const asks = '60 dead and culled, usually 2. Right?'
  const checked = job({ summary: { ...summary, valid: 3, faulty: 0, unknown: [], doubted: 2 } })
  const row = (number: number) => ({
    row: number,
    change: 'added',
    known: `House 1 · 2026-03-0${number}`,
    cells: [],
    doubts: [{ cell: `C${number}`, column: 'Dead', found: '60', asks }],
  })
  answers = {
    [jobs.list.path]: [checked],
    [path]: checked,
    [`${path}/rows`]: { total: 2, items: [row(2), row(3)] },
    [`${path}/confirm`]: job({ state: 'waiting', summary }),
  }
  const screen = await draw()
  await screen.getByRole('button', { name: '1 file' }).click()
  await screen.getByRole('button', { name: 'Review' }).click()
  const first = page.getByRole('button', { name: 'Answer 2 questions first' })
  await expect.element(first).toBeDisabled()
  await expect.element(page.getByText(asks).first()).toBeVisible()
  const answer = async (box: string, option: string) => {
    await page.getByRole('combobox', { name: box }).click()
    await page.getByTitle(option, { exact: true }).last().click()
  }
  await answer('Answer for all', excel.doubts.answers.sure)
  await answer('Answer for House 1 · 2026-03-03', excel.doubts.answers.leftOut)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await soon(() =>
    expect(asked.find(({ path: called }) => called.endsWith('/confirm'))?.body).toBe(
      JSON.stringify({
        acceptFaulty: false,
        doubts: { rows: [{ row: 3, answer: 'leftOut' }], others: 'sure' },
      }),
    ),
  )
})

test('jobs are one button until asked for; the keyboard opens it, and leaves it again', async () => {
  const running = job({ kind: 'export', state: 'running' })
  answers = {
    [jobs.list.path]: [running, job({ id: 'k' })],
    [path]: running,
    [`${jobs.list.path}/k`]: job({ id: 'k' }),
  }
  const screen = await draw()
  const button = screen.getByRole('button', { name: '2 files' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByRole('region', { name: 'Files' }).query()).toBeNull()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('region', { name: 'Files' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Review' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'Review' })).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('a file without a valid row cannot be written', async () => {
  const checked = job({ summary: { ...summary, valid: 0, rows: 1 } })
  answers = {
    [jobs.list.path]: [checked],
    [path]: checked,
    [`${path}/faults`]: { total: 1, items: [faulty] },
  }
  const screen = await draw()
  await screen.getByRole('button', { name: '1 file' }).click()
  await screen.getByRole('button', { name: 'Review' }).click()
  await expect.element(screen.getByText(/no row can be imported as it is/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^Import \d/ }).query()).toBeNull()
})

test('a file of which nothing fits is said to be so, and houses of a file are matched by hand', async () => {
  const column = { title: 'Straw', use: null, unit: null, isCumulative: false, house: null, dayOffset: null }
  const sheet = {
    name: 'Sheet1',
    isUsed: true,
    isAcross: false,
    head: 1,
    house: null,
    houses: [
      { named: 'SITE-1', house: 'North' },
      { named: 'SITE-4', house: null },
    ],
    columns: [{ ...column, at: 'A', problem: 'unknown' as const, samples: ['a'] }],
  }
  const layout = { sheets: [sheet], dates: null, bagKg: null }
  const own = { layout, choices: { uses: [], houses: ['North', 'South'] } }
  const nothing = { ...summary, rows: 0, valid: 0, faulty: 0, unknown: [], columns: [], own }
  const checked = job({ summary: nothing as never })
  answers = { [jobs.list.path]: [checked], [path]: checked, [`${path}/layout`]: checked }
  const screen = await draw()
  await screen.getByRole('button', { name: '1 file' }).click()
  await screen.getByRole('button', { name: 'Review' }).click()
  await expect.element(page.getByText(excel.saysAbove)).toBeVisible()
  await expect.element(page.getByText(excel.saysValid)).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'House for SITE-4' }).click()
  await page.getByTitle('South', { exact: true }).last().click()
  await page.getByRole('button', { name: excel.own.readAgain }).click()
  const houses = [
    { named: 'SITE-1', house: 'North' },
    { named: 'SITE-4', house: 'South' },
  ]
  await soon(() => {
    const sent = asked.find(({ path }) => path.endsWith('/layout'))
    expect(JSON.parse(String(sent?.body))).toMatchObject({ sheets: [{ houses }] })
  })
})

test('on a phone a long cell leaves room for its reason, and the row of the chosen cell scrolls into view', async () => {
  await page.viewport(390, 800)
  const columns = [...'ABCDEFGHIJKLMNOP'].map(letters => ({
    field: letters,
    letters,
    title: `Column ${letters}`,
    faults: 1,
  }))
  const faults = columns.map(({ field, letters, title }) => ({
    cell: `${letters}2`,
    field,
    column: title,
    found: 'long '.repeat(200),
    reason: 'At most 100 characters',
    expected: null,
  }))
  const checked = job({ summary: { ...summary, columns } })
  answers = {
    [jobs.list.path]: [checked],
    [path]: checked,
    [`${path}/faults`]: {
      total: 1,
      items: [{ row: 2, cells: columns.map(() => 'long '.repeat(200)), faults }],
    },
  }
  const screen = await draw()
  await screen.getByRole('button', { name: '1 file' }).click()
  await screen.getByRole('button', { name: 'Review' }).click()
  const cell = screen.getByRole('button', { name: 'P2', exact: true })
  await cell.click()
  const inFile = screen.getByRole('region', { name: 'In the file, row 2' })
  const inRow = () => inFile.element().querySelector('[data-current]') as Element
  await expect.poll(() => inRow().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  expect(inRow().getBoundingClientRect().bottom).toBeLessThanOrEqual(800)
  expect(cell.element().closest('tr')?.getBoundingClientRect().height).toBeLessThan(200)
})

test('progress from the socket is shown at once, and the end is fetched', async () => {
  const running = job({ kind: 'export', state: 'running', done: 0, total: 100_000 })
  answers = { [jobs.list.path]: [running], [path]: running }
  const screen = await draw()
  await screen.getByRole('button', { name: '1 file' }).click()
  live.take({ dataType: 'JOB', jobId: 'j', state: 'running', done: 40_000, total: 100_000 })
  await expect.element(screen.getByText('40,000 of 100,000 rows')).toBeVisible()
  answers[path] = job({ kind: 'export', state: 'failed', error: 'More than 500,000 rows' })
  live.take({ dataType: 'JOB', jobId: 'j', state: 'failed', done: 0, total: null })
  await expect.element(screen.getByText('More than 500,000 rows')).toBeVisible()
})

test('without a socket a job is polled until it ends', async () => {
  const running = job({ kind: 'export', state: 'running', done: 0, total: null })
  answers = { [jobs.list.path]: [running], [path]: running }
  const screen = await draw()
  await screen.getByRole('button', { name: '1 file' }).click()
  await expect.element(screen.getByRole('region', { name: 'Files' }).getByText('Running')).toBeVisible()
  const file = { name: 'Houses 2026-11-20.xlsx', size: 1, url: '/files/f' }
  answers[path] = job({ kind: 'export', state: 'done', file })
  await expect.element(screen.getByText(file.name)).toBeVisible()
})

test('a file of another kind is refused before it is sent', async () => {
  const screen = await draw()
  useFollowed.setState({ importing: { jobId: null, import: houses.import, template: houses.template } })
  await expect.element(screen.getByText(/Nothing is imported until/)).toBeVisible()
  const input = screen.getByLabelText('Choose file').element() as HTMLInputElement
  const files = new DataTransfer()
  files.items.add(new File(['a'], 'houses.csv'))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(screen.getByText('Choose a file that ends with .xlsx')).toBeVisible()
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
})
