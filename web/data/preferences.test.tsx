import { afterEach, expect, test, vi } from 'vitest'
import { themes } from '#shared/contracts/preferences.ts'
import firstPaint from '../public/first-paint.js?raw'
import { followDeviceAndClock, shownTheme, usePreferences } from './preferences.ts'

afterEach(() => vi.useRealTimers())

/** The local time of the device. */
const at = (hour: number, minute: number) => new Date(2026, 10, 29, hour, minute)

test('by the clock a page is light from seven to seven, and turns while it is open', () => {
  vi.useFakeTimers({ now: at(6, 58) })
  followDeviceAndClock()
  usePreferences.setState({ theme: 'clock' })
  const seen: string[] = []
  const stop = usePreferences.subscribe(({ theme }) => seen.push(shownTheme(theme)))
  vi.advanceTimersByTime(60_000)
  expect(seen.at(-1)).toBe('dark')
  vi.advanceTimersByTime(60_000)
  expect(seen.at(-1)).toBe('light')
  stop()
  vi.setSystemTime(at(18, 59))
  expect(shownTheme('clock')).toBe('light')
  vi.setSystemTime(at(19, 0))
  expect(shownTheme('clock')).toBe('dark')
})

test('before the first paint a page has the theme that it then shows, whatever is chosen at whatever hour', () => {
  for (const theme of themes)
    for (let hour = 0; hour < 24; hour++) {
      vi.useFakeTimers({ now: at(hour, 30) })
      localStorage.setItem('layout', JSON.stringify({ theme }))
      // biome-ignore lint/security/noGlobalEval: the page runs this file as it is
      globalThis.eval(firstPaint)
      expect(document.documentElement.dataset.theme, `${theme} at ${hour}:30`).toBe(shownTheme(theme))
    }
  localStorage.removeItem('layout')
})
