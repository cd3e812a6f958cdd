import { expect, test } from 'vitest'
import { zoneOfCountry } from './country-zone.ts'
import { isTimeZone } from './zone-time.ts'

test.each([
  ['PE', 'America/Lima'],
  ['NL', 'Europe/Amsterdam'],
  ['TH', 'Asia/Bangkok'],
  ['NG', 'Africa/Lagos'],
  ['CN', 'Asia/Shanghai'],
  ['BR', 'America/Sao_Paulo'],
])('%s keeps the time of %s', (country, zone) => expect(zoneOfCountry(country)).toBe(zone))

test('what is no country has no zone, and every zone is one', () => {
  expect([zoneOfCountry(''), zoneOfCountry('XQ'), zoneOfCountry('Peru')]).toEqual([null, null, null])
  for (const country of ['US', 'RU', 'AU', 'ID', 'MX', 'KZ', 'VN', 'PE', 'IN'])
    expect(isTimeZone(zoneOfCountry(country) ?? ''), country).toBe(true)
})
