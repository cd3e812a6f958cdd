import { Button, Form } from 'antd'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AntdStill } from '../antd-still.tsx'
import texts from '../en-US.json' with { type: 'json' }
import { AskedLines } from '../goods/asked-lines.tsx'
import { FormField } from './form-field.tsx'
import { useWholeRule } from './whole-input.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})

type Line = { name: string; quantity: number }

/** A form with lines of goods; `finish` gets its values. */
function Asking({ finish }: { finish: (values: { lines: Line[] }) => void }) {
  const pieces = useWholeRule<Line>(lines => lines.map(({ quantity }) => quantity), { min: 1, max: 1_000 })
  return (
    <Form layout="vertical" initialValues={{ lines: [{ name: 'Belt', quantity: 2 }] }} onFinish={finish}>
      <FormField name="lines" label="Goods" rules={[pieces]}>
        <AskedLines />
      </FormField>
      <Button htmlType="submit">Send</Button>
    </Form>
  )
}

async function draw() {
  const finish = vi.fn<(values: { lines: Line[] }) => void>()
  const screen = await render(
    <AntdStill>
      <Asking finish={finish} />
    </AntdStill>,
  )
  return { screen, finish, pieces: screen.getByLabelText('Pieces, line 1') }
}

test.each(['0', '2.5', '1,500', '1001', 'two', ''])(
  '“%s” pieces stay as typed and are refused',
  async typed => {
    const { screen, finish, pieces } = await draw()
    await pieces.fill(typed)
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText('Enter a whole number from 1 to 1,000')).toBeVisible()
    await expect.element(pieces).toHaveValue(typed)
    expect(finish).not.toHaveBeenCalled()
  },
)

test('digits from a Chinese keyboard count as the number, and stay as typed', async () => {
  const { screen, finish, pieces } = await draw()
  await pieces.fill('１２')
  await expect.element(pieces).toHaveValue('１２')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => finish.mock.calls[0]?.[0].lines[0]?.quantity).toBe(12)
})

test('a line is added and removed', async () => {
  const { screen, finish } = await draw()
  await screen.getByRole('button', { name: 'Add goods' }).click()
  await screen.getByLabelText('Goods, line 2').fill('Pulley')
  await screen.getByRole('button', { name: 'Remove line 1' }).click()
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => finish.mock.calls[0]?.[0].lines).toEqual([{ name: 'Pulley', quantity: 1 }])
})
