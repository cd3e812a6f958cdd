import { type LucideIcon, Menu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Text } from '#shared/text.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { Entry } from './entry.tsx'
import './phone-bar.css'

/** A place in the bottom bar of a phone. */
export interface Place {
  path: string
  title: Text
  icon: LucideIcon
}

/** How many places the bar holds. */
const MOST = 5

interface Props {
  places: readonly Place[]
  path: string
  open: (href: string) => void
  openMenu: () => void
}

/** The bottom bar of a phone: the places for the user's kind, and the menu if there is room. */
export function PhoneBar({ places, path, open, openMenu }: Props) {
  const { t } = useTranslation()
  const language = usePreferences(({ language }) => language)
  return (
    <nav className="phone-bar" aria-label={t($ => $.quickPlaces)}>
      <ul>
        {places.map(({ path: target, title, icon: Icon }) => (
          <li key={target}>
            <Entry
              className="phone-place"
              path={target}
              current={target === path}
              open={open}
              title={title[language]}
            >
              <Icon size={21} strokeWidth={1.75} aria-hidden />
              <span>{title[language]}</span>
            </Entry>
          </li>
        ))}
        {places.length < MOST && (
          <li>
            <button type="button" className="phone-place" onClick={openMenu}>
              <Menu size={21} strokeWidth={1.75} aria-hidden />
              <span>{t($ => $.more)}</span>
            </button>
          </li>
        )}
      </ul>
    </nav>
  )
}
