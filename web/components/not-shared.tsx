import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Consent } from '#shared/consents.ts'
import './not-shared.css'

/**
 * Shown in place of what a customer's owner does not let the reader see (RA) or control (RC): says who decides, offers no
 * control. `refusal` is the server's message if it refused to answer.
 */
export function NotShared({ consent = 'farm', refusal }: { consent?: Consent; refusal?: string }) {
  const { t } = useTranslation('components')
  return (
    <div className="not-shared">
      <Lock size={16} strokeWidth={1.75} aria-hidden />
      <p>
        {refusal ? (
          <>
            <strong>{t($ => $.notShared.forbidden)}</strong> {refusal}
            <br />
          </>
        ) : (
          <strong>{t($ => $.notShared.title)} </strong>
        )}
        {t($ => $.notShared[consent])}
      </p>
    </div>
  )
}
