import { Drawer, Switch } from 'antd'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { primaries } from '#shared/contracts/preferences.ts'
import { LanguageChoice, ThemeChoice } from '#web/components/appearance.tsx'
import { prefer, shownTheme, usePreferences } from '#web/data/preferences.ts'
import './settings-drawer.css'

/** The user's choices of theme, colour, menu and width. */
export function SettingsDrawer({ close }: { close: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      open
      onClose={close}
      size={320}
      title={t($ => $.appearance.title)}
      closable={{ 'aria-label': t($ => $.close) }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      <div className="settings">
        <Row label={t($ => $.language)}>
          <LanguageChoice />
        </Row>
        <Row label={t($ => $.theme)}>
          <ThemeChoice />
        </Row>
        <Colours />
        <LayoutChoices />
        <p className="caption">{t($ => $.appearance.kept)}</p>
      </div>
    </Drawer>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="settings-row split gap-3">
      <span>{label}</span>
      {children}
    </div>
  )
}

function Colours() {
  const { t } = useTranslation()
  const { colour, theme } = usePreferences()
  return (
    <fieldset className="settings-colours row wrap stretch">
      <legend>{t($ => $.appearance.colour)}</legend>
      {primaries.map(choice => (
        <button
          key={choice}
          type="button"
          data-theme={shownTheme(theme)}
          data-primary={choice}
          aria-label={t($ => $.appearance.colours[choice])}
          title={t($ => $.appearance.colours[choice])}
          aria-pressed={choice === colour}
          onClick={() => prefer({ colour: choice })}
        >
          {choice === colour && <Check size={16} strokeWidth={2.5} aria-hidden />}
        </button>
      ))}
    </fieldset>
  )
}

/** Choices a phone has no room for. */
function LayoutChoices() {
  const { t } = useTranslation()
  const { layout, width, fixedSidebar } = usePreferences()
  const id = useId()
  return (
    <div className="settings-wide stack gap-45">
      <Row label={t($ => $.appearance.menu)}>
        <Pair
          label={t($ => $.appearance.menu)}
          value={layout}
          options={{ side: t($ => $.appearance.side), top: t($ => $.appearance.top) }}
          choose={layout => prefer({ layout })}
        />
      </Row>
      <Row label={t($ => $.appearance.width)}>
        <Pair
          label={t($ => $.appearance.width)}
          value={width}
          options={{ fluid: t($ => $.appearance.fluid), fixed: t($ => $.appearance.fixed) }}
          choose={width => prefer({ width })}
        />
      </Row>
      <div className="settings-row split gap-3">
        <label htmlFor={id}>{t($ => $.appearance.fixedSidebar)}</label>
        <Switch
          id={id}
          size="small"
          checked={fixedSidebar}
          onChange={fixedSidebar => prefer({ fixedSidebar })}
        />
      </div>
    </div>
  )
}

interface PairProps<T extends string> {
  label: string
  value: T
  options: Record<T, string>
  choose: (value: T) => void
}

function Pair<T extends string>({ label, value, options, choose }: PairProps<T>) {
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{label}</legend>
      {(Object.entries(options) as [T, string][]).map(([option, word]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => choose(option)}>
          {word}
        </button>
      ))}
    </fieldset>
  )
}
