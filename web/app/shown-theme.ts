import { useEffect, useLayoutEffect } from 'react'
import { type Primary, shownTheme, usePreferences } from '#web/data/preferences.ts'

/** The theme as shown now, light or dark, and the primary colour; sets the page's attributes to match. */
export function useShownTheme(): { shown: 'light' | 'dark'; colour: Primary } {
  const shown = usePreferences(({ theme }) => shownTheme(theme))
  const colour = usePreferences(({ colour }) => colour)
  // During drawing, so that whatever reads colours from the page gets the new ones.
  const page = document.documentElement
  page.dataset.theme = shown
  page.dataset.primary = colour
  useLayoutEffect(() => {
    const bar = document.querySelector('meta[name="theme-color"]')
    bar?.setAttribute('content', shown === 'dark' ? '#0a0e13' : '#f2f4f6')
  }, [shown])
  // Paper is white, and browsers print no backgrounds.
  useEffect(() => {
    const turn = ({ type }: Event) => {
      document.documentElement.dataset.theme = type === 'beforeprint' ? 'light' : shown
    }
    for (const moment of ['beforeprint', 'afterprint']) addEventListener(moment, turn)
    return () => {
      for (const moment of ['beforeprint', 'afterprint']) removeEventListener(moment, turn)
    }
  }, [shown])
  return { shown, colour }
}
