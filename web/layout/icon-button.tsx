import type { ReactNode } from 'react'

interface IconButtonProps {
  label: string
  onClick: () => void
  children: ReactNode
  /** Only on a phone, or only on a desk. */
  phone?: boolean
  desk?: boolean
  lang?: string
}

/** A button of the header. */
export function IconButton({ label, onClick, children, phone, desk, lang }: IconButtonProps) {
  const where = phone ? ' phone-only' : desk ? ' desk-only' : ''
  return (
    <button
      type="button"
      className={`icon-button${where}`}
      lang={lang}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
