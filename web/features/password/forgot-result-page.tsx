import { MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '#shared/screens.ts'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { Statement } from '#web/components/statement.tsx'
import '#web/components/plain-button.css'

/** `/user/forget-pwd-result`: the same whether or not the account exists. */
export function ForgotResultPage() {
  const { t } = useTranslation('password')
  return (
    <PublicFrame>
      <main>
        <Statement icon={MailCheck} title={t($ => $.sentTitle)} text={t($ => $.sentSays)}>
          <a className="plain-button" data-primary href={paths.login}>
            {t($ => $.back)}
          </a>
          <a className="plain-button" href={paths.forgotPassword}>
            {t($ => $.again)}
          </a>
        </Statement>
      </main>
    </PublicFrame>
  )
}
