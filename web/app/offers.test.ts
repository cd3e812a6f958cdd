import { describe, expect, test } from 'vitest'
import { readOffers } from '../testing/offers.ts'

const sources = import.meta.glob<string>(['../features/**/*.{ts,tsx}', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const modules = import.meta.glob<Record<string, unknown>>('../../shared/contracts/*.ts', { eager: true })
const contracts = new Map(
  Object.entries(modules).map(([file, exports]) => [file.replace('../../', '#'), exports]),
)

describe('what screens offer', () => {
  const { offers, unread, wrong } = readOffers(sources, contracts)

  test('asks for the right to do it, action by action', () => expect(wrong).toEqual([]))

  test('is read in full', () => {
    expect(unread).toEqual([])
    expect(offers.length).toBeGreaterThan(60)
    expect(offers.filter(({ changes }) => changes.length > 0).length).toBeGreaterThan(30)
  })
})

describe('a screen of sheds', () => {
  const from = "import { devices } from '#shared/contracts/devices.ts'"
  const wrongIn = (source: string) =>
    readOffers({ 'features/sheds/shed.ts': `${from}\n${source}` }, contracts).wrong
  const path = '/admin/auth/devices/:id'

  test('may not offer one thing and do another', () => {
    const [offer] = wrongIn(`function useActions() {
      const { submit } = useSubmit({})
      const run = () => submit(() => call(devices.disable, {}))
      return [{ ...{ key: 'enable', endpoint: devices.enable }, onClick: () => void run() }]
    }`)
    expect(offer).toBe(
      `features/sheds/shed.ts:5 offers POST ${path}/enable (device_manage:enable) and calls POST ${path}/disable (device_manage:disable)`,
    )
  })

  test('may not open a form that saves under another right', () => {
    const offered = (action: string) =>
      wrongIn(`const ShedForm = ({ id }) => show({ save: body => call(devices.update, { params: { id }, body }) })
        export const action = { endpoint: devices.${action}, dialog: () => ShedForm({ id: 'a' }) }`)
    expect(offered('update')).toEqual([])
    expect(offered('get')[0]).toContain(`and calls PUT ${path} (device_manage:edit)`)
  })

  test('may not change anything unasked', () => {
    const unasked = `features/sheds/shed.ts:2 calls POST ${path}/enable (device_manage:enable), which nothing asks for`
    expect(wrongIn('const turnOn = () => call(devices.enable, {})')).toEqual([unasked])
    expect(wrongIn('const turnOn = () => useMayCall(devices.disable) && call(devices.enable, {})')).toEqual([
      unasked,
    ])
    expect(wrongIn('const turnOn = () => useMayCall(devices.enable) && call(devices.enable, {})')).toEqual([])
  })
})
