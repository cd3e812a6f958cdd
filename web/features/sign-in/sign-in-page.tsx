import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LanguageChoice, ThemeChoice } from '#web/components/appearance.tsx'
import { Brand } from '#web/components/brand.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { returnAddress } from '#web/data/return-address.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'
import './sign-in.css'

/** `/user/login`. After signing in the address first asked for opens. */
export function SignInPage() {
  const { t } = useTranslation('sign-in')
  const { search, open } = useScreen()
  const signIn = useSignIn(() => open(returnAddress(search.redirect)))
  return (
    <div className="sign-in">
      <header>
        <Brand />
        <div className="sign-in-choices">
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </header>
      <main>
        <section className="sign-in-form">
          <h1>{t($ => $.title)}</h1>
          <p>{t($ => $.motto)}</p>
          <SignInForm {...signIn} />
        </section>
        <DemoAccounts {...signIn} />
      </main>
      <footer>
        <p>
          <Info size={15} aria-hidden /> {t($ => $.safety)}
        </p>
        <p>{t($ => $.recorded)}</p>
      </footer>
    </div>
  )
}
