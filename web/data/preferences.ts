import { create } from 'zustand'
import { type Language, languages } from '#shared/text.ts'

/** Keys in localStorage; specification section 9. web/public/first-paint.js reads `layout` too. */
export const LANGUAGE_KEY = 'app_language'
const LAYOUT_KEY = 'layout'
const SIDEBAR_KEY = 'sidebar_type'

export const primaries = ['blue', 'geek', 'purple', 'cyan', 'green', 'orange', 'rose'] as const
export type Primary = (typeof primaries)[number]
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Dark, side menu, fluid, fixed sidebar, blue: specification section 1. */
interface Layout {
  layout: 'side' | 'top'
  theme: Theme
  colour: Primary
  width: 'fluid' | 'fixed'
  fixedSidebar: boolean
}
interface Preferences extends Layout {
  language: Language
  sidebar: 'open' | 'rail'
}

const defaults: Layout = { layout: 'side', theme: 'dark', colour: 'blue', width: 'fluid', fixedSidebar: true }

/** What localStorage holds under `key`, or null: absent, unreadable and refused storage are the same. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Keeps `value`, or removes the key for null. A full or refused storage changes nothing. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private windows may refuse; the page works on without memory.
  }
}

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

/** The reader's choice, the deployment's default, the browser's when Chinese or English, else English. */
export function firstLanguage(stored: unknown, deployment: unknown, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  if (isLanguage(deployment)) return deployment
  for (const tag of browser) {
    if (/^zh\b/i.test(tag)) return 'zh-CN'
    if (/^en\b/i.test(tag)) return 'en-US'
  }
  return 'en-US'
}

/** What is stored, field by field; a field that is missing or unknown is the default. */
export function readLayout(stored: unknown): Layout {
  const known = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  return {
    layout: known.layout === 'top' ? 'top' : defaults.layout,
    theme: themes.find(theme => theme === known.theme) ?? defaults.theme,
    colour: primaries.find(colour => colour === known.colour) ?? defaults.colour,
    width: known.width === 'fixed' ? 'fixed' : defaults.width,
    fixedSidebar: known.fixedSidebar !== false,
  }
}

const deploymentLanguage = () =>
  document.querySelector('meta[name="default-language"]')?.getAttribute('content')

/** The reader's choices on this device. */
export const usePreferences = create<Preferences>(() => ({
  ...readLayout(readStored(LAYOUT_KEY)),
  language: firstLanguage(readStored(LANGUAGE_KEY), deploymentLanguage(), navigator.languages),
  sidebar: readStored(SIDEBAR_KEY) === 'rail' ? 'rail' : 'open',
}))

usePreferences.subscribe((now, before) => {
  const { layout, theme, colour, width, fixedSidebar } = now
  writeStored(LAYOUT_KEY, { layout, theme, colour, width, fixedSidebar })
  if (now.sidebar !== before.sidebar) writeStored(SIDEBAR_KEY, now.sidebar)
  if (now.language !== before.language) writeStored(LANGUAGE_KEY, now.language)
})

/** Changes some of the reader's choices and keeps them on this device. */
export const prefer = (choice: Partial<Preferences>): void => usePreferences.setState(choice)

/** Light or dark as the screen shows it now; `system` follows the device. */
export const shownTheme = (theme: Theme): 'light' | 'dark' =>
  theme === 'system' ? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark') : theme
