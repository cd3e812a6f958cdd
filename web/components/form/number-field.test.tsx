import { Form } from 'antd'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { prefer } from '#web/data/preferences.ts'
import texts from '../en-US.json' with { type: 'json' }
import { FormChanges } from './form-field.tsx'
import { NumberField } from './number-field.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})
afterEach(() => prefer({ units: 'metric' }))

/** A house of 120 m; collects the form's value after each change. */
async function draw(lengthM = 120) {
  const values: unknown[] = []
  const screen = await render(
    <Form
      layout="vertical"
      initialValues={{ lengthM }}
      onValuesChange={changed => values.push(...Object.values(changed))}
    >
      <FormChanges value={{ base: { lengthM }, changes: { lengthM: true } }}>
        <NumberField name="lengthM" label="Length" unit="m" min={1} max={300} isRequired />
        <NumberField name="flockCount" label="Birds" min={0} max={500_000} isWhole />
        <NumberField name="latitude" label="Latitude" unit="°" min={-90} max={90} />
      </FormChanges>
    </Form>,
  )
  return { screen, values, field: screen.getByLabelText(/Length/) }
}

test('a length is shown and typed in the reader’s unit, and the form holds metres', async () => {
  prefer({ units: 'imperial' })
  const { screen, values, field } = await draw()
  await expect.element(field).toHaveValue('393.7')
  await expect.element(screen.getByText('ft', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('was 393.7\u202fft')).toBeVisible()
  await field.fill('400')
  await expect.poll(() => values.at(-1)).toBe(121.92)
  await expect.element(field).toHaveValue('400')
})

test('typing back the original text restores the stored number, and leaving the field changes nothing', async () => {
  prefer({ units: 'imperial' })
  const { values, field } = await draw(119.9)
  await field.click()
  ;(field.element() as HTMLElement).blur()
  expect(values).toEqual([])
  await field.fill('400')
  await field.fill('393.37')
  await expect.poll(() => values.at(-1)).toBe(119.9)
})

test.each([
  ['Length', '400', 'Enter a number from 1\u202fm to 300\u202fm'],
  ['Length', '0,5', 'Enter a number from 1\u202fm to 300\u202fm'],
  ['Length', '-3', 'Enter a number from 1\u202fm to 300\u202fm'],
  ['Length', 'long', 'Enter a number from 1\u202fm to 300\u202fm'],
  ['Length', '', 'This field is required'],
  ['Length', '1,200', 'This can be read in two ways: enter 1200 or 1.2'],
  ['Birds', '900000', 'Enter a whole number from 0 to 500,000'],
  ['Birds', '38.500', 'This can be read in two ways: enter 38500 or 38.5'],
  ['Birds', '38,5', 'Enter a whole number from 0 to 500,000'],
  ['Birds', '-5', 'Enter a whole number from 0 to 500,000'],
  ['Latitude', '5214', 'Enter a number from -90\u202f° to 90\u202f°'],
])('%s stays %j as it was typed, and what is wrong is said: %s', async (label, text, fault) => {
  const { screen } = await draw()
  const field = screen.getByLabelText(new RegExp(label))
  await field.fill('7')
  await field.fill(text)
  ;(field.element() as HTMLElement).blur()
  await expect.element(screen.getByText(fault)).toBeVisible()
  await expect.element(field).toHaveValue(text)
})

test.each([
  ['Length', '3,2', 3.2],
  ['Birds', '38500', 38_500],
  ['Latitude', '52,141', 52.141],
])('%s takes %j as a number and leaves it as it was typed', async (label, text, number) => {
  const { screen, values } = await draw()
  const field = screen.getByLabelText(new RegExp(label))
  await field.fill(text)
  ;(field.element() as HTMLElement).blur()
  await expect.poll(() => values.at(-1)).toBe(number)
  await expect.element(field).toHaveValue(text)
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('bounds are given in the reader’s units', async () => {
  prefer({ units: 'imperial' })
  const { screen, field } = await draw()
  await field.fill('2000')
  await expect.element(screen.getByText('Enter a number from 3.29\u202fft to 984.25\u202fft')).toBeVisible()
})

test('changing the units shows the same length at once', async () => {
  const { values, field } = await draw()
  await expect.element(field).toHaveValue('120')
  prefer({ units: 'imperial' })
  await expect.element(field).toHaveValue('393.7')
  expect(values).toEqual([])
})
