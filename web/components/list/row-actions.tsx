import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { MenuButton } from '../menu-button.tsx'
import { type Dialog, useShowDialog } from './list-dialogs.tsx'

/** An action on a row, offered to users who may call the endpoint behind it. */
export interface RowAction {
  key: string
  label: string
  endpoint: Endpoint
  onClick?: () => void
  /** Opens over the list. */
  dialog?: Dialog
  /** Leaves the application, such as a phone number. */
  href?: string
  icon?: ReactNode
  /** Rarely wanted, and not to be hit in passing: behind the dots, even if it is the only one. */
  isRare?: boolean
  /** Whether the row's state allows it; true by default. */
  isOpen?: boolean
}

/**
 * The first action as a word, the others behind three dots; put the most wanted first. `name` tells the row from the others.
 */
export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation('components')
  const session = useSession()
  const show = useShowDialog()
  const allowed = actions
    .filter(({ endpoint, isOpen = true }) => isOpen && mayCall(endpoint, session))
    .map(({ dialog, ...action }) => (dialog ? { ...action, onClick: () => show(dialog) } : action))
  if (allowed.length === 0) return null
  const first = allowed[0]?.isRare ? undefined : allowed[0]
  const rest = allowed.slice(first ? 1 : 0)
  return (
    <span className="row-actions">
      {first && <First action={first} name={name} />}
      {rest.length > 0 && <More label={t($ => $.moreFor, { name })} actions={rest} />}
    </span>
  )
}

function First({ action, name }: { action: RowAction; name: string }) {
  const { label, icon, href, onClick } = action
  const shown = { className: 'row-action', 'aria-label': `${label} ${name}` }
  if (href)
    return (
      <a {...shown} href={href}>
        {icon} {label}
      </a>
    )
  return (
    <button type="button" {...shown} onClick={onClick}>
      {icon} {label}
    </button>
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
      menu={{
        items: actions.map(({ key, label, href, onClick }) => ({
          key,
          label: href ? <a href={href}>{label}</a> : label,
          onClick: () => onClick?.(),
        })),
      }}
    />
  )
}
