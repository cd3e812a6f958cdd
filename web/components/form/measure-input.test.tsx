import { Form } from 'antd'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { prefer } from '#web/data/preferences.ts'
import texts from '../en-US.json' with { type: 'json' }
import { FormChanges, FormField } from './form-field.tsx'
import { MeasureInput } from './measure-input.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})
afterEach(() => prefer({ units: 'metric' }))

/** A house of 120 m; what its form has in it after each change. */
async function draw(lengthM = 120) {
  const values: unknown[] = []
  const screen = await render(
    <Form
      layout="vertical"
      initialValues={{ lengthM }}
      onValuesChange={(_, { lengthM }) => values.push(lengthM)}
    >
      <FormChanges value={{ base: { lengthM }, changes: { lengthM: true } }}>
        <FormField name="lengthM" label="Length">
          <MeasureInput unit="m" min={1} max={300} />
        </FormField>
      </FormChanges>
    </Form>,
  )
  return { screen, values, field: screen.getByRole('spinbutton', { name: /Length/ }) }
}

test('a length is shown and typed in the reader’s unit, and the form has metres', async () => {
  prefer({ units: 'imperial' })
  const { screen, values, field } = await draw()
  await expect.element(field).toHaveValue('393.7')
  await expect.element(screen.getByText('ft', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('was 393.7\u202fft')).toBeVisible()
  await field.fill('400')
  await expect.poll(() => values.at(-1)).toBe(121.92)
  await expect.element(field).toHaveValue('400')
})

test('typed back to what it read before it is the stored number again, and leaving the field changes nothing', async () => {
  prefer({ units: 'imperial' })
  const { values, field } = await draw(119.9)
  await field.click()
  ;(field.element() as HTMLElement).blur()
  expect(values).toEqual([])
  await field.fill('400')
  await field.fill('393.37')
  await expect.poll(() => values.at(-1)).toBe(119.9)
})

test('more than is allowed becomes the most, in metres', async () => {
  prefer({ units: 'imperial' })
  const { values, field } = await draw()
  await field.fill('2000')
  ;(field.element() as HTMLElement).blur()
  await expect.poll(() => values.at(-1)).toBe(300)
})

test('another choice of units shows the same length at once', async () => {
  const { values, field } = await draw()
  await expect.element(field).toHaveValue('120')
  prefer({ units: 'imperial' })
  await expect.element(field).toHaveValue('393.7')
  expect(values).toEqual([])
})
