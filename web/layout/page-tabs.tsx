import { useQueryClient } from '@tanstack/react-query'
import { Dropdown } from 'antd'
import { ChevronDown, RotateCw, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '#web/components/menu-button.tsx'
import { useDiscardQuestion } from '#web/components/use-discard-question.ts'
import type { Tab } from '#web/data/tabs/tab-list.ts'
import { refreshTab, useTabs } from '#web/data/tabs/tabs.ts'
import { isUnsaved, useTabIsUnsaved } from '#web/data/tabs/unsaved.ts'
import { useCloseTabs } from './use-close-tabs.ts'
import './page-tabs.css'

interface Props {
  /** The title of a screen in the reader's language. */
  titleOf: (path: string) => string
  open: (href: string) => void
}

/** The open pages as a list of links, with open, close and refresh. A tablist may not hold buttons inside its tabs. */
export function PageTabs({ titleOf, open }: Props) {
  const { t } = useTranslation()
  const { tabs, active } = useTabs()
  const menuFor = useTabMenu(open)
  const close = useCloseTabs(open)
  const refresh = useRefresh()
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null)
  const current = tabs.find(({ key }) => key === active)
  const nameOf = (tab: Tab) => tab.name ?? titleOf(tab.path)
  return (
    <div className="page-tabs">
      <nav aria-label={t($ => $.tabs.label)}>
        <ul>
          {tabs.map(tab => (
            <PageTab
              key={tab.key}
              tab={tab}
              name={nameOf(tab)}
              isActive={tab.key === active}
              open={open}
              close={() => close(tab.key, 'this')}
              showMenu={setMenuAt}
            />
          ))}
        </ul>
      </nav>
      {current && (
        <>
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.tabs.refresh)}
            title={t($ => $.tabs.refresh)}
            onClick={() => refresh(current.key)}
          >
            <RotateCw size={16} strokeWidth={1.75} aria-hidden />
          </button>
          <MenuButton
            button={
              <button
                type="button"
                className="icon-button"
                aria-label={t($ => $.tabs.menu)}
                title={t($ => $.tabs.menu)}
              >
                <ChevronDown size={17} strokeWidth={1.75} aria-hidden />
              </button>
            }
            menu={menuFor(current.key)}
          />
        </>
      )}
      {menuAt && (
        <Dropdown
          key={`${menuAt.left} ${menuAt.top}`}
          open
          onOpenChange={() => setMenuAt(null)}
          trigger={['click']}
          menu={menuFor(menuAt.tab)}
        >
          <span className="page-tabs-menu" style={{ left: menuAt.left, top: menuAt.top }} />
        </Dropdown>
      )}
    </div>
  )
}

/** Where the menu of a tab was opened. */
interface MenuPlace {
  tab: string
  left: number
  top: number
}

interface TabProps {
  tab: Tab
  name: string
  isActive: boolean
  open: (href: string) => void
  close: () => void
  showMenu: (at: MenuPlace) => void
}

function PageTab({ tab, name, isActive, open, close, showMenu }: TabProps) {
  const { t } = useTranslation()
  const item = useRef<HTMLLIElement>(null)
  const unsaved = useTabIsUnsaved(tab.key)
  useEffect(() => {
    if (!isActive) return
    // With the next frame, which does a layout anyway; right now it would take two.
    const frame = requestAnimationFrame(() =>
      item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isActive])
  const closeByWheel = (event: MouseEvent) => {
    if (event.button === 1) close()
  }
  return (
    <li
      ref={item}
      data-active={isActive || undefined}
      onAuxClick={closeByWheel}
      onContextMenu={event => {
        event.preventDefault()
        showMenu({ tab: tab.key, left: event.clientX, top: event.clientY })
      }}
    >
      <button
        type="button"
        className="page-tab"
        aria-current={isActive ? 'page' : undefined}
        onClick={() => open(tab.href)}
      >
        {name}
        {unsaved && <span className="page-tab-unsaved" title={t($ => $.tabs.hasUnsaved)} />}
        {unsaved && <span className="visually-hidden">{t($ => $.tabs.hasUnsaved)}</span>}
      </button>
      <button
        type="button"
        className="inner-button page-tab-close"
        aria-label={t($ => $.tabs.closeOne, { name })}
        onClick={close}
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  )
}

/** Starts a page anew with fresh data; asks first if input would be lost. */
function useRefresh(): (key: string) => void {
  const { t } = useTranslation()
  const question = useDiscardQuestion()
  const cache = useQueryClient()
  const refresh = (key: string) => {
    refreshTab(key)
    void cache.invalidateQueries()
  }
  return key => {
    if (!isUnsaved(key)) return refresh(key)
    question(
      {
        title: t($ => $.unsavedTitle),
        content: t($ => $.tabs.unsaved),
        okText: t($ => $.tabs.discard),
        cancelText: t($ => $.tabs.keep),
      },
      () => refresh(key),
    )
  }
}

function useTabMenu(open: (href: string) => void) {
  const { t } = useTranslation()
  const close = useCloseTabs(open)
  const refresh = useRefresh()
  return (key: string) => ({
    items: [
      { key: 'refresh', label: t($ => $.tabs.refresh), onClick: () => refresh(key) },
      { key: 'close', label: t($ => $.tabs.close), onClick: () => close(key, 'this') },
      { key: 'left', label: t($ => $.tabs.closeLeft), onClick: () => close(key, 'left') },
      { key: 'right', label: t($ => $.tabs.closeRight), onClick: () => close(key, 'right') },
      { key: 'others', label: t($ => $.tabs.closeOthers), onClick: () => close(key, 'others') },
    ],
  })
}
