import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { KeyRound, LifeBuoy, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SecondFactors, secondFactor } from '#shared/contracts/second-factor.ts'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age, Moment } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { mayUsePasskeys } from '#web/data/second-factor.ts'
import { readUserAgain, useSession } from '#web/data/session.ts'
import { AskPassword } from './ask-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'

const AppDialog = later(() => import('./code-app-dialog.tsx').then(of => of.CodeAppDialog))
const PasskeyDialog = later(() => import('./passkey-dialog.tsx').then(of => of.PasskeyDialog))

const touches = [secondFactor.state.path]
type Step = { is: 'app' } | { is: 'passkey' } | { is: 'codes' } | { is: 'remove'; id: string; name: string }

/** What the user signs in with besides the password. */
export function SecondFactorSection() {
  const { t } = useTranslation('personal')
  const [step, setStep] = useState<Step | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const mustSet = useSession(({ user }) => user?.mustSetFactor ?? false)
  const { data, error, refetch } = useQuery({
    queryKey: [secondFactor.state.path],
    queryFn: () => call(secondFactor.state),
  })
  if (!data) return error ? <LoadProblem error={error} retry={() => void refetch()} /> : <SectionSkeleton />
  const close = () => setStep(null)
  const done = (recoveryCodes: readonly string[] | null) => {
    close()
    setCodes(recoveryCodes)
    // Rights that waited for a second factor are there now.
    if (mustSet) void readUserAgain()
  }
  return (
    <>
      {mustSet && <p className="personal-must">{t($ => $.factor.must)}</p>}
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(null)} />}
      <Factors state={data} go={setStep} />
      {step?.is === 'app' && <AppDialog touches={touches} done={done} close={close} />}
      {step?.is === 'passkey' && <PasskeyDialog touches={touches} done={done} close={close} />}
      {step?.is === 'codes' && (
        <AskPassword
          title={t($ => $.factor.renew)}
          says={t($ => $.factor.renewSays)}
          doing={t($ => $.factor.renew)}
          success={t($ => $.factor.renewed)}
          touches={touches}
          run={async password =>
            done((await call(secondFactor.renewCodes, { body: { password } })).recoveryCodes)
          }
          close={close}
        />
      )}
      {step?.is === 'remove' && (
        <AskPassword
          title={t($ => $.factor.removeAsk, { name: step.name })}
          says={t($ => $.factor.removeSays)}
          doing={t($ => $.factor.remove)}
          success={t($ => $.factor.removed)}
          touches={touches}
          run={password => call(secondFactor.remove, { body: { id: step.id, password } })}
          close={close}
        />
      )}
    </>
  )
}

function Factors({ state, go }: { state: SecondFactors; go: (step: Step) => void }) {
  const { t } = useTranslation('personal')
  const { app, passkeys, recoveryCodesLeft } = state
  const isOn = app !== null || passkeys.length > 0
  const appName = t($ => $.factor.app)
  return (
    <ul className="personal-rows">
      <Row
        icon={<Smartphone {...icon} />}
        name={appName}
        since={app?.createdAt}
        used={app?.lastUsedAt}
        says={t($ => $.factor.appSays)}
      >
        {app ? (
          <Button
            aria-label={`${t($ => $.factor.remove)}: ${appName}`}
            onClick={() => go({ is: 'remove', id: app.id, name: appName })}
          >
            {t($ => $.factor.remove)}
          </Button>
        ) : (
          <Button type={isOn ? 'default' : 'primary'} onClick={() => go({ is: 'app' })}>
            {t($ => $.factor.setUp)}
          </Button>
        )}
      </Row>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <Row key={id} icon={<KeyRound {...icon} />} name={name} since={createdAt} used={lastUsedAt}>
          <Button
            aria-label={`${t($ => $.factor.remove)}: ${name}`}
            onClick={() => go({ is: 'remove', id, name })}
          >
            {t($ => $.factor.remove)}
          </Button>
        </Row>
      ))}
      <Row
        icon={<KeyRound {...icon} />}
        name={t($ => $.factor.passkey)}
        says={mayUsePasskeys() ? t($ => $.factor.passkeySays) : t($ => $.factor.passkeyNot)}
      >
        {mayUsePasskeys() && <Button onClick={() => go({ is: 'passkey' })}>{t($ => $.factor.add)}</Button>}
      </Row>
      {isOn && (
        <Row
          icon={<LifeBuoy {...icon} />}
          name={t($ => $.factor.codes)}
          says={t($ => $.factor.codesLeft, { count: recoveryCodesLeft })}
        >
          <Button onClick={() => go({ is: 'codes' })}>{t($ => $.factor.renew)}</Button>
        </Row>
      )}
    </ul>
  )
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

interface RowProps {
  icon: ReactNode
  name: string
  /** Since when it is set up. */
  since?: string | undefined
  used?: string | null | undefined
  says?: string
  children: ReactNode
}

function Row({ icon, name, since, used, says, children }: RowProps) {
  const { t } = useTranslation('personal')
  return (
    <li>
      {icon}
      <div>
        <p>
          <strong>{name}</strong> {since && <StateWord state="normal">{t($ => $.factor.on)}</StateWord>}
        </p>
        <p className="caption">
          {since ? (
            <>
              {t($ => $.sessions.since)} <Moment at={since} /> · {t($ => $.factor.used)}{' '}
              <Age at={used ?? null} />
            </>
          ) : (
            says
          )}
        </p>
      </div>
      {children}
    </li>
  )
}
