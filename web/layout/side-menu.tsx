import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { Entry } from './entry.tsx'
import type { MenuGroup } from './menu.ts'
import './side-menu.css'

/** Beyond this many, groups fold up so that the menu fits the window. */
const GROUPS_AT_ONCE = 8

interface Props {
  groups: readonly MenuGroup[]
  path: string
  open: (href: string) => void
  /** Icons only. Choosing a folded group makes room through `widen`. */
  narrow?: boolean
  widen?: () => void
}

/** The main menu, as links, so that entries also open in a new browser tab. */
export function SideMenu({ groups, path, open, narrow = false, widen }: Props) {
  const { t } = useTranslation()
  const folding = groups.length > GROUPS_AT_ONCE
  return (
    <nav className="side-menu" aria-label={t($ => $.mainMenu)} data-narrow={narrow || undefined}>
      <ul>
        {groups.map(group => (
          <Group
            key={group.title['en-US']}
            {...{ group, path, open, narrow, widen }}
            folds={folding && group.entries.length > 1}
          />
        ))}
      </ul>
    </nav>
  )
}

type GroupProps = Omit<Props, 'groups'> & { group: MenuGroup; folds: boolean }

function Group({ group, path, open, narrow, widen, folds }: GroupProps) {
  const language = usePreferences(({ language }) => language)
  const { icon: Icon, entries } = group
  const here = entries.some(entry => entry.path === path)
  const [unfolded, setUnfolded] = useState(here)
  const [only] = entries
  if (entries.length === 1 && only)
    return (
      <li>
        <Entry
          className="side-menu-row"
          path={only.path}
          current={here}
          open={open}
          title={only.entry[language]}
        >
          <Icon size={18} strokeWidth={1.75} aria-hidden />
          <span className="side-menu-word">{only.entry[language]}</span>
        </Entry>
      </li>
    )
  const shown = !narrow && (unfolded || !folds)
  return (
    <li>
      {folds || narrow ? (
        <button
          type="button"
          className="side-menu-row"
          aria-expanded={shown}
          aria-label={group.title[language]}
          data-current={(here && !shown) || undefined}
          onClick={() => {
            setUnfolded(narrow || !unfolded)
            if (narrow) widen?.()
          }}
        >
          <Icon size={18} strokeWidth={1.75} aria-hidden />
          <span className="side-menu-word">{group.title[language]}</span>
          <ChevronDown className="side-menu-fold" size={16} aria-hidden />
        </button>
      ) : (
        <div className="side-menu-row side-menu-heading">
          <Icon size={18} strokeWidth={1.75} aria-hidden />
          <span className="side-menu-word">{group.title[language]}</span>
        </div>
      )}
      {shown && (
        <ul className="side-menu-entries">
          {entries.map(({ path: target, entry }) => (
            <li key={target}>
              <Entry
                className="side-menu-row"
                path={target}
                current={target === path}
                open={open}
                title={entry[language]}
              >
                <span className="side-menu-word">{entry[language]}</span>
              </Entry>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
