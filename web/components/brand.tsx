import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './brand.css'

export const Mark = () => <img src="/favicon.svg" alt="" width={24} height={24} />

interface Props {
  /** Only the mark, where there is little room. */
  short?: boolean | undefined
  /** Replaces the product's mark. */
  children?: ReactNode
}

/** The mark and the product's name. */
export function Brand({ short, children = <Mark /> }: Props) {
  const { t } = useTranslation()
  return (
    <span className="brand">
      {children}
      <span className={short ? 'visually-hidden' : undefined}>{t($ => $.product)}</span>
    </span>
  )
}
