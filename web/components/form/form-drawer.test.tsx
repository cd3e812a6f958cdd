import { QueryClientProvider } from '@tanstack/react-query'
import { Input } from 'antd'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CallError } from '#web/data/client.ts'
import { queries } from '#web/data/queries.ts'
import texts from '../en-US.json' with { type: 'json' }
import { ScreenContext } from '../screen-context.tsx'
import { screenAt } from '../testing/screen.ts'
import { FormDialog } from './form-dialog.tsx'
import { FormField } from './form-field.tsx'
import '../../app/theme.css'
import '../../app/base.css'
import { AntdStill } from '#web/components/antd-still.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})
beforeEach(() => page.viewport(1280, 800))

interface Shed {
  name: string
  keeper: string
}

/** A form of two sections; `saved` collects what is sent, which the server accepts unless `refused` is given. */
const draw = (saved: Shed[] = [], refused?: CallError, close: () => void = () => undefined) =>
  render(
    <ScreenContext value={screenAt('/sheds')}>
      <QueryClientProvider client={queries}>
        <AntdStill>
          <FormDialog<Shed>
            title="North shed"
            initial={{ name: 'North', keeper: 'Anna' }}
            save={async values => {
              if (refused) throw refused
              saved.push(values)
            }}
            success="Saved"
            close={close}
            labels={{ name: 'Name', keeper: 'Keeper' }}
            valuesOf={(current: Shed & { isBarn?: true }) => (current.isBarn ? null : current)}
            sections={[
              {
                key: 'shed',
                title: 'The shed',
                fields: (
                  <FormField name="name" label="Name" rules={[{ required: true, message: 'Needs a name' }]}>
                    <Input />
                  </FormField>
                ),
              },
              {
                key: 'people',
                title: 'Its people',
                fields: (
                  <FormField name="keeper" label="Keeper">
                    <Input />
                  </FormField>
                ),
              },
            ]}
          />
        </AntdStill>
      </QueryClientProvider>
    </ScreenContext>,
  )

test('a section shows how many of its fields are wrong, also when only the server knows', async () => {
  const body = { code: 40003, data: [{ field: 'keeper', message: 'Nobody of this name' }], message: '' }
  await draw([], new CallError({ ...body, status: 400, isLogin: false }, false))
  const faults = (section: string) => page.getByRole('button', { name: `${section} 1 field needs attention` })
  await page.getByLabelText('Name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(faults('The shed')).toBeVisible()
  expect(faults('Its people').query()).toBeNull()
  await page.getByLabelText('Name').fill('South')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(faults('Its people')).toBeVisible()
  expect(faults('The shed').query()).toBeNull()
  await expect.element(page.getByText('Nobody of this name')).toBeVisible()
})

test('changes are counted, and discarded in one step without closing the form', async () => {
  const saved: Shed[] = []
  await draw(saved)
  await page.getByLabelText('Name').fill('South')
  await page.getByLabelText('Keeper').fill('Bert')
  await expect.element(page.getByText('2 unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Discard 2 changes' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('North')
  await page.getByLabelText('Keeper').fill('Bert')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => saved).toEqual([{ name: 'North', keeper: 'Bert' }])
})

test('a conflict is compared, or only reported if the row has become something the form is not for', async () => {
  const current = { name: 'East', keeper: 'Anna' }
  const conflict = (more: object) => ({ data: { yours: null, current: { ...current, ...more } } })
  const body = { status: 409, code: 409, message: 'Somebody has made it a barn', isLogin: false }
  const compared = page.getByRole('row', { name: 'Name South East' })
  const { unmount } = await draw([], new CallError({ ...body, ...conflict({}) }, false))
  await page.getByLabelText('Name').fill('South')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(compared).toBeVisible()
  await unmount()
  await draw([], new CallError({ ...body, ...conflict({ isBarn: true }) }, false))
  await page.getByLabelText('Name').fill('South')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Somebody has made it a barn')).toBeVisible()
  expect(compared.query()).toBeNull()
})

test('an unsaved form asks before closing, and suggests staying', async () => {
  let isClosed = false
  await draw([], undefined, () => {
    isClosed = true
  })
  await page.getByLabelText('Name').fill('South')
  const keep = page.getByRole('button', { name: 'Keep editing' })
  await page.getByRole('button', { name: 'Close' }).click()
  await keep.click()
  await expect.element(keep).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Name')).toHaveValue('South')
  expect(isClosed).toBe(false)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect.poll(() => isClosed).toBe(true)
})

test('on a phone a closed section opens when something in it is wrong', async () => {
  await page.viewport(390, 844)
  const body = { code: 40003, data: [{ field: 'keeper', message: 'Nobody of this name' }], message: '' }
  await draw([], new CallError({ ...body, status: 400, isLogin: false }, false))
  await expect.element(page.getByLabelText('Keeper')).not.toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Nobody of this name')).toBeVisible()
})
