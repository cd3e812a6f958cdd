import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Form } from 'antd'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { prefer } from '#web/data/preferences.ts'
import english from '../en-US.json' with { type: 'json' }
import chinese from '../zh-CN.json' with { type: 'json' }
import { ClockField, DayField } from './day-field.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components: english }, 'zh-CN': { components: chinese } },
  })
})

async function reading(language: 'en-US' | 'zh-CN') {
  await i18next.changeLanguage(language)
  prefer({ language })
}

/** A contract form as a member of staff sees it. */
async function aForm(initial: Record<string, string>, bounds: { min?: string; max?: string } = {}) {
  const sent: Record<string, unknown>[] = []
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Form initialValues={initial} onFinish={(values: Record<string, unknown>) => sent.push(values)}>
        <DayField name="endsOn" label="Contract end" isRequired {...bounds} />
        <ClockField name="clock" label="From" />
        <button type="submit">Save</button>
      </Form>
    </QueryClientProvider>,
  )
  const day = screen.getByLabelText('Contract end', { exact: true })
  const save = () => screen.getByRole('button', { name: 'Save' }).click()
  return { screen, sent, day, save }
}

test.each([
  ['en-US', '20 Nov 2026', '31 Dec 2027', '31 Dec 2027'],
  ['en-US', '20 Nov 2026', '2027-12-31', '31 Dec 2027'],
  ['zh-CN', '2026-11-20', '2027-12-31', '2027-12-31'],
  ['zh-CN', '2026-11-20', '2027年12月31日', '2027-12-31'],
] as const)('in %s a day stands as people write it, and %s becomes what is typed', async (...given) => {
  const [language, shown, typed, then] = given
  await reading(language)
  const { day, save, sent } = await aForm({ endsOn: '2026-11-20' })
  await expect.element(day).toHaveValue(shown)
  await userEvent.clear(day)
  await userEvent.type(day, typed)
  await save()
  await expect.element(day).toHaveValue(then)
  await expect.poll(() => sent).toEqual([{ endsOn: '2027-12-31', clock: undefined }])
})

test.each(['02/03/2027', '31 Nov 2026', '71231-12-27'])(
  '%s stays as typed and is refused in words',
  async typed => {
    await reading('en-US')
    const { screen, day, save, sent } = await aForm({ endsOn: '2026-11-20' })
    await day.fill(typed)
    await save()
    await expect.element(screen.getByText(/This is not a date/)).toBeVisible()
    await expect.element(day).toHaveValue(typed)
    expect(sent).toEqual([])
  },
)

test('a day beyond its bounds is refused by their name, and cannot be picked', async () => {
  await reading('en-US')
  const { screen, day, save, sent } = await aForm({ endsOn: '2026-11-20' }, { max: '2026-11-22' })
  await day.fill('2026-11-23')
  await save()
  await expect.element(screen.getByText('Not after 22 Nov 2026')).toBeVisible()
  await screen.getByRole('button', { name: 'Choose a day' }).click()
  await expect.element(screen.getByRole('button', { name: '23 Nov 2026' })).toBeDisabled()
  await screen.getByRole('button', { name: '21 Nov 2026' }).click()
  await expect.element(day).toHaveValue('21 Nov 2026')
  await save()
  await expect.poll(() => sent).toEqual([{ endsOn: '2026-11-21', clock: undefined }])
})

test('the keys of a calendar lead to a day, and the focus comes back', async () => {
  await reading('en-US')
  const { screen, day } = await aForm({ endsOn: '2026-11-20' })
  await day.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('button', { name: '20 Nov 2026' })).toHaveFocus()
  await userEvent.keyboard('{PageDown}{ArrowRight}{ArrowUp}')
  await expect.element(screen.getByRole('button', { name: '14 Dec 2026' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(day).toHaveValue('14 Dec 2026')
  await expect.element(day).toHaveFocus()
})

test('a time is typed in any usual form, and anything else is refused in words', async () => {
  await reading('en-US')
  const { screen, save, sent } = await aForm({ endsOn: '2026-11-20' })
  const clock = screen.getByLabelText('From', { exact: true })
  await clock.fill('7:30 pm')
  await save()
  await expect.poll(() => sent).toEqual([{ endsOn: '2026-11-20', clock: '19:30' }])
  await clock.fill('noon')
  await save()
  await expect.element(screen.getByText(/This is not a time/)).toBeVisible()
})
