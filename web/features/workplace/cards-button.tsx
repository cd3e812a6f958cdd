import { LayoutGrid } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Arranging } from '#web/components/list/columns-popover.tsx'
import { PopoverButton } from '#web/components/popover-button.tsx'
import { NAME, useParts } from './cards.tsx'

/** Chooses which cards show, and in which order. */
export function CardsButton() {
  const { t } = useTranslation('workplace')
  const parts = useParts().map(({ key }) => ({ key, title: t($ => $[key]) }))
  return (
    <PopoverButton
      button={
        <button type="button" className="workplace-arrange">
          <LayoutGrid size={16} strokeWidth={1.75} aria-hidden /> {t($ => $.cards)}
        </button>
      }
      content={() => <Arranging name={NAME} title={t($ => $.cards)} parts={parts} />}
    />
  )
}
