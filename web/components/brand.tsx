import { useTranslation } from 'react-i18next'
import './brand.css'

/** The mark and the product's name; only the mark where there is no room. */
export function Brand({ short = false }: { short?: boolean }) {
  const { t } = useTranslation()
  return (
    <span className="brand">
      <img src="/favicon.svg" alt="" width={24} height={24} />
      <span className={short ? 'visually-hidden' : undefined}>{t($ => $.product)}</span>
    </span>
  )
}
