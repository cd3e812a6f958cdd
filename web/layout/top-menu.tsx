import { Dropdown } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { Entry } from './entry.tsx'
import type { MenuGroup } from './menu.ts'
import './top-menu.css'

interface Props {
  groups: readonly MenuGroup[]
  path: string
  open: (href: string) => void
}

/** The main menu as a row below the header; a group with several entries opens downwards. */
export function TopMenu({ groups, path, open }: Props) {
  const { t } = useTranslation()
  const language = usePreferences(({ language }) => language)
  return (
    <nav className="top-menu" aria-label={t($ => $.mainMenu)}>
      <ul>
        {groups.map(({ title, icon: Icon, entries }) => {
          const here = entries.some(entry => entry.path === path)
          const [only] = entries
          return (
            <li key={title['en-US']}>
              {entries.length === 1 && only ? (
                <Entry
                  className="top-menu-item"
                  path={only.path}
                  current={here}
                  open={open}
                  title={only.entry[language]}
                >
                  <Icon size={16} strokeWidth={1.75} aria-hidden />
                  {only.entry[language]}
                </Entry>
              ) : (
                <Dropdown
                  trigger={['click']}
                  menu={{
                    selectedKeys: [path],
                    items: entries.map(entry => ({
                      key: entry.path,
                      label: entry.entry[language],
                      onClick: () => open(entry.path),
                    })),
                  }}
                >
                  <button type="button" className="top-menu-item" data-current={here || undefined}>
                    <Icon size={16} strokeWidth={1.75} aria-hidden />
                    {title[language]}
                    <ChevronDown size={14} aria-hidden />
                  </button>
                </Dropdown>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
