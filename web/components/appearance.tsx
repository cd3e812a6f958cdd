import { Monitor, Moon, Sun, SunMoon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { themes } from '#shared/contracts/preferences.ts'
import { languageNames, languages } from '#shared/text.ts'
import { unitSystems } from '#shared/units.ts'
import { prefer, usePreferences } from '#web/data/preferences.ts'
import './choice.css'

const icons = { light: Sun, dark: Moon, system: Monitor, clock: SunMoon }

/** The two languages side by side. */
export function LanguageChoice() {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{t($ => $.language)}</legend>
      {languages.map(choice => (
        <button
          key={choice}
          type="button"
          lang={choice}
          aria-pressed={choice === language}
          onClick={() => prefer({ language: choice })}
        >
          {languageNames[choice]}
        </button>
      ))}
    </fieldset>
  )
}

/** Metric or imperial units, each with its most common ones. */
export function UnitsChoice() {
  const { t } = useTranslation('components')
  const units = usePreferences(({ units }) => units)
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{t($ => $.units.title)}</legend>
      {unitSystems.map(choice => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === units}
          onClick={() => prefer({ units: choice })}
        >
          {t($ => $.units[choice])}
        </button>
      ))}
    </fieldset>
  )
}

/** Light, dark, as the device is set, or dark at night; `isShort` where a phone has no room for all, without the last of them. */
export function ThemeChoice({ isShort = false }) {
  const { t } = useTranslation('components')
  const theme = usePreferences(({ theme }) => theme)
  const shown = isShort
    ? themes.filter(choice => choice !== (theme === 'clock' ? 'system' : 'clock'))
    : themes
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{t($ => $.theme)}</legend>
      {shown.map(choice => {
        const Icon = icons[choice]
        return (
          <button
            key={choice}
            type="button"
            aria-label={t($ => $.themes[choice])}
            title={t($ => $.themes[choice])}
            aria-pressed={choice === theme}
            onClick={() => prefer({ theme: choice })}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
          </button>
        )
      })}
    </fieldset>
  )
}
