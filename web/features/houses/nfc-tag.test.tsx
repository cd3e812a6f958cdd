import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import componentsEn from '#web/components/en-US.json' with { type: 'json' }
import english from './en-US.json' with { type: 'json' }
import { NfcTag } from './nfc-tag.tsx'

const ADDRESS = 'https://farm.example/house-alarm?code=h1.secret'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components: componentsEn, houses: english } },
  })
})
afterEach(() => void Reflect.deleteProperty(globalThis, 'NDEFReader'))

/** A phone with NFC: what it writes once a tag is held to it. */
function phoneWithNfc(answer: () => Promise<void>): unknown[] {
  const written: unknown[] = []
  class Reader {
    write(message: unknown) {
      written.push(message)
      return answer()
    }
  }
  Object.assign(globalThis, { NDEFReader: Reader })
  return written
}

test('without NFC the address is there to copy', async () => {
  const drawn = await render(<NfcTag address={ADDRESS} />)
  await expect.element(drawn.getByText(ADDRESS)).toBeVisible()
  await expect.element(drawn.getByRole('button', { name: 'Write NFC tag' })).not.toBeInTheDocument()
})

test('a phone with NFC writes the address to a tag that is held to it, or says that it could not', async () => {
  let holds = Promise.withResolvers<void>()
  const written = phoneWithNfc(() => holds.promise)
  const drawn = await render(<NfcTag address={ADDRESS} />)
  const write = drawn.getByRole('button', { name: 'Write NFC tag' })
  await write.click()
  await expect.element(drawn.getByText('Hold the tag to the back of the phone …')).toBeVisible()
  expect(written).toEqual([{ records: [{ recordType: 'url', data: ADDRESS }] }])
  holds.resolve()
  await expect.element(drawn.getByText(/^Written\./)).toBeVisible()
  holds = Promise.withResolvers<void>()
  await write.click()
  holds.reject(new Error('the tag was taken away'))
  await expect.element(drawn.getByText(/^Not written\./)).toBeVisible()
})
