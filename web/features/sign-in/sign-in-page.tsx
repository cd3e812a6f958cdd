import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#shared/screens.ts'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { returnAddress } from '#web/data/return-address.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { FactorForm } from './factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'
import './sign-in.css'

// Decoration loads after the form.
const WorldMap = lazy(() =>
  import('#web/components/world-map/world-map.tsx').then(({ WorldMap }) => ({ default: WorldMap })),
)

/** `/user/login`. After sign-in, opens the address first requested. */
export function SignInPage() {
  const { t } = useTranslation('sign-in')
  const { search, open, exists } = useScreen()
  const signIn = useSignIn(() => open(returnAddress(search.redirect)))
  return (
    <PublicFrame>
      <main className="sign-in">
        <section className="sign-in-form">
          <h1>{t($ => $.title)}</h1>
          <p>{t($ => $.motto)}</p>
          {signIn.wanted ? (
            <FactorForm {...signIn} wanted={signIn.wanted} />
          ) : (
            <SignInForm
              {...signIn}
              forgot={
                exists(paths.forgotPassword) ? <a href={paths.forgotPassword}>{t($ => $.forgot)}</a> : null
              }
            />
          )}
          {exists(paths.register) && (
            <p className="sign-in-register">
              {t($ => $.noAccount)} <a href={paths.register}>{t($ => $.apply)}</a>
            </p>
          )}
        </section>
        <div className="sign-in-side">
          <div className="sign-in-map">
            <Suspense>
              <WorldMap />
            </Suspense>
          </div>
          <DemoAccounts {...signIn} />
        </div>
      </main>
    </PublicFrame>
  )
}
