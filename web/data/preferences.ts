import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { type Preferences as Kept, primaries, themes } from '#shared/contracts/preferences.ts'
import { type Language, languages } from '#shared/text.ts'
import { type Reader, type UnitSystem, unitSystems } from '#shared/units.ts'

/** Keys in localStorage; specification section 9. web/public/first-paint.js reads `layout` too. */
export const LANGUAGE_KEY = 'app_language'
const LAYOUT_KEY = 'layout'
const SIDEBAR_KEY = 'sidebar_type'
const UNITS_KEY = 'units'

export type Primary = (typeof primaries)[number]
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
  units: UnitSystem
  sidebar: 'open' | 'rail'
}

/** How the product looks before the user chooses anything. */
export const defaults: Layout & Pick<Preferences, 'units'> = {
  layout: 'side',
  theme: 'dark',
  colour: 'blue',
  width: 'fluid',
  fixedSidebar: true,
  units: 'metric',
}

/** What localStorage holds under `key`, or null if it is absent, unreadable or storage is refused. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Keeps `value`, or removes the key for null. If storage is full or refused, nothing changes. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private windows may refuse; the page works without it.
  }
}

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

/** The reader's choice, else the deployment's default, else the browser's if Chinese or English, else English. */
export function firstLanguage(stored: unknown, deployment: unknown, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  if (isLanguage(deployment)) return deployment
  for (const tag of browser) {
    if (/^zh\b/i.test(tag)) return 'zh-CN'
    if (/^en\b/i.test(tag)) return 'en-US'
  }
  return 'en-US'
}

/** Reads what is stored, field by field; a missing or unknown field takes its default. */
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

const readUnits = (): UnitSystem => {
  const stored = readStored(UNITS_KEY)
  return unitSystems.find(units => units === stored) ?? defaults.units
}

const deploymentLanguage = () =>
  document.querySelector('meta[name="default-language"]')?.getAttribute('content')

/** The reader's choices on this device. */
export const usePreferences = create<Preferences>(() => ({
  ...readLayout(readStored(LAYOUT_KEY)),
  language: firstLanguage(readStored(LANGUAGE_KEY), deploymentLanguage(), navigator.languages),
  units: readUnits(),
  sidebar: readStored(SIDEBAR_KEY) === 'rail' ? 'rail' : 'open',
}))

const lookOf = ({ layout, theme, colour, width, fixedSidebar }: Layout): Layout => ({
  layout,
  theme,
  colour,
  width,
  fixedSidebar,
})

usePreferences.subscribe((now, before) => {
  const look = JSON.stringify(lookOf(now))
  if (look !== JSON.stringify(lookOf(before))) writeStored(LAYOUT_KEY, lookOf(now))
  if (now.sidebar !== before.sidebar) writeStored(SIDEBAR_KEY, now.sidebar)
  if (now.units !== before.units) writeStored(UNITS_KEY, now.units)
  if (now.language !== before.language) writeStored(LANGUAGE_KEY, now.language)
})

/** The language and units to write values in; redraws the screen when they change. */
export const useReader = (): Reader =>
  usePreferences(useShallow(({ language, units }) => ({ language, units })))

/** What the reader may choose; kept at the server too, except the side menu's width, which belongs to this device. */
type Choice = Partial<Preferences>
type Chosen = (choice: Choice) => void
let onChoice: Chosen = () => undefined

/** Changes some of the reader's choices and keeps them on this device. */
export function prefer(choice: Choice): void {
  usePreferences.setState(choice)
  onChoice(choice)
}

/** Registers whoever keeps choices elsewhere; it is told of each. */
export const tellChoices = (chosen: Chosen): void => {
  onChoice = chosen
}

/** Shows what was chosen in another browser or window, without making it a new choice. */
export function showChoices({ lists: _, ...choices }: Partial<Kept>): void {
  usePreferences.setState(choices as Choice)
}

/** Follows the other windows of this browser. */
export function followOtherWindows(): void {
  addEventListener('storage', ({ key }) => {
    if (key === LAYOUT_KEY) usePreferences.setState(readLayout(readStored(LAYOUT_KEY)))
    if (key === UNITS_KEY) usePreferences.setState({ units: readUnits() })
    const language = key === LANGUAGE_KEY ? readStored(LANGUAGE_KEY) : null
    if (isLanguage(language)) usePreferences.setState({ language })
  })
}

/** When the theme `clock` is light, in hours of the device's clock. web/public/first-paint.js knows them too. */
const DAY = { from: 7, to: 19 }
const prefersLight = () => matchMedia('(prefers-color-scheme: light)')

/** The theme as shown now, light or dark; `system` follows the device, `clock` is light by day. */
export function shownTheme(theme: Theme): 'light' | 'dark' {
  if (theme === 'system') return prefersLight().matches ? 'light' : 'dark'
  if (theme !== 'clock') return theme
  const hour = new Date().getHours()
  return hour >= DAY.from && hour < DAY.to ? 'light' : 'dark'
}

const MINUTE_MS = 60_000

/** Lets whatever shows the theme ask again when the device changes its own, and each minute. */
export function followDeviceAndClock(): void {
  const askAgain = () => usePreferences.setState({})
  prefersLight().addEventListener('change', askAgain)
  setInterval(askAgain, MINUTE_MS)
}
