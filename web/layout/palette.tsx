import { Modal } from 'antd'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Found } from './found.ts'
import { IconButton } from './icon-button.tsx'
import type { MenuGroup } from './menu.ts'
import { useFound } from './use-found.ts'
import { useSearchHint } from './use-search-hint.ts'
import './palette.css'

interface Props {
  groups: readonly MenuGroup[]
  exists: (path: string) => boolean
  open: (href: string) => void
  close: () => void
}

/** Opens any screen, house, device or customer the user may see, by typing part of its name. */
export function Palette({ groups, exists, open, close }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { found, isSearching } = useFound(text, groups, exists)
  const current = found[Math.min(at, found.length - 1)]
  const go = (entry: Found | undefined) => {
    if (!entry) return
    close()
    open(entry.href)
  }
  const steer = (event: KeyboardEvent) => {
    // While a Chinese word is being composed, Enter and arrows belong to the input method.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') go(current)
    else if (step !== undefined && found.length > 0)
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      open
      onCancel={close}
      footer={null}
      closable={false}
      width={560}
      style={{ top: 72 }}
      className="palette"
      title={t($ => $.palette.title)}
      classNames={{ header: 'visually-hidden' }}
    >
      <div className="palette-field row gap-25">
        <Search size={17} aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is there to be typed into
          autoFocus
          role="combobox"
          aria-label={t($ => $.palette.title)}
          aria-expanded
          aria-controls={`${id}list`}
          aria-activedescendant={current && `${id}${current.key}`}
          placeholder={useSearchHint(exists)}
          maxLength={100}
          value={text}
          onKeyDown={steer}
          onChange={event => {
            setText(event.target.value)
            setAt(0)
          }}
        />
        <kbd className="desk-only">Esc</kbd>
        <IconButton phone label={t($ => $.close)} onClick={close}>
          <X size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <div
        id={`${id}list`}
        className="palette-list"
        role="listbox"
        tabIndex={-1}
        aria-label={t($ => $.palette.results)}
      >
        {found.map((entry, i) => (
          <Option
            key={entry.key}
            id={`${id}${entry.key}`}
            entry={entry}
            isCurrent={entry === current}
            heading={entry.kind === found[i - 1]?.kind ? null : t($ => $.palette.kinds[entry.kind])}
            go={() => go(entry)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className="palette-none" role="status">
          {isSearching ? t($ => $.palette.searching) : t($ => $.palette.none)}
        </p>
      )}
    </Modal>
  )
}

interface OptionProps {
  id: string
  entry: Found
  isCurrent: boolean
  heading: string | null
  go: () => void
}

function Option({ id, entry, isCurrent, heading, go }: OptionProps) {
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <>
      {heading && (
        <div className="palette-heading" role="presentation">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points at the option */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above, its keys are the field's */}
      <div
        ref={item}
        id={id}
        className="palette-option split gap-3"
        role="option"
        aria-selected={isCurrent}
        onClick={go}
      >
        <span>{entry.title}</span>
        <span className="caption">{entry.says}</span>
      </div>
    </>
  )
}
