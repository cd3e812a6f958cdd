import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ServiceStatement } from './service-statement.tsx'
import { useStatement } from './use-statement.ts'
import './plain-button.css'
import './statement-dialog.css'

/** The service statement for a user about to sign in; a native dialog, so that nothing more has to load. */
export function StatementDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('components')
  const statement = useStatement()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="statement-dialog" aria-labelledby="statement-title" onClose={close}>
      <h2 id="statement-title">
        {t($ => $.serviceStatement)} <small>{t($ => $.version, { version: statement.version })}</small>
      </h2>
      <ServiceStatement statement={statement} />
      <form method="dialog">
        <button type="submit" className="plain-button">
          {t($ => $.close)}
        </button>
      </form>
    </dialog>
  )
}
