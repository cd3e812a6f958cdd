import { Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { mayCall, useSession } from '#web/data/session.ts'

/** Something one can do with a row, offered to who may call the endpoint behind it. */
export interface RowAction {
  key: string
  label: string
  endpoint: Endpoint
  onClick: () => void
  /** Whether the row is in a state for it; true without. */
  isOpen?: boolean
}

/** The first action as a word, the others behind three dots. `name` tells the row from the others. */
export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation('components')
  const session = useSession()
  const allowed = actions.filter(({ endpoint, isOpen = true }) => isOpen && mayCall(endpoint, session))
  const [first, ...rest] = allowed
  if (!first) return null
  return (
    <span className="row-actions">
      <button
        type="button"
        className="row-action"
        aria-label={`${first.label} ${name}`}
        onClick={first.onClick}
      >
        {first.label}
      </button>
      {rest.length > 0 && <More label={t($ => $.moreFor, { name })} actions={rest} />}
    </span>
  )
}

/** The menu of a row is made when it is opened: a hundred of them would take longer to draw than all the rows. */
function More({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  /** Null until it was opened for the first time. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const place = useRef<HTMLButtonElement>(null)
  const isMade = isOpen !== null
  // With its menu the button is another element: the focus goes along.
  useLayoutEffect(() => {
    if (isMade) place.current?.focus()
  }, [isMade])
  const button = (
    <button
      ref={place}
      type="button"
      className="row-action"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen === true}
      onClick={isMade ? undefined : () => setOpen(true)}
    >
      <Ellipsis size={16} aria-hidden />
    </button>
  )
  if (!isMade) return button
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: actions.map(({ key, label, onClick }) => ({ key, label, onClick })) }}
    >
      {button}
    </Dropdown>
  )
}
