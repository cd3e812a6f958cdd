import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { MenuButton } from '../menu-button.tsx'

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

function More({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <MenuButton
      button={
        <button type="button" className="row-action" aria-label={label} aria-haspopup="menu">
          <Ellipsis size={16} aria-hidden />
        </button>
      }
      menu={{ items: actions.map(({ key, label, onClick }) => ({ key, label, onClick })) }}
    />
  )
}
