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
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { mayUsePasskeys } from '#web/data/second-factor.ts'
import { readUserAgain, useSession } from '#web/data/session.ts'
import type { NewApp } from './code-app-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'

const AppDialog = later(() => import('./code-app-dialog.tsx').then(of => of.CodeAppDialog))
const PasskeyDialog = later(() => import('./passkey-dialog.tsx').then(of => of.PasskeyDialog))

type Step = { is: 'app'; app: NewApp } | { is: 'passkey' }

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
  const { submit } = useSubmit()
  const renewed = useConfirmed({ success: t($ => $.factor.renewed) })
  const removed = useConfirmed({ success: t($ => $.factor.removed) })
  if (!data) return error ? <LoadProblem error={error} retry={() => void refetch()} /> : <SectionSkeleton />
  const close = () => setStep(null)
  const done = (recoveryCodes: readonly string[] | null) => {
    close()
    setCodes(recoveryCodes)
    // Rights that required a second factor are available now.
    if (mustSet) void readUserAgain()
  }
  const renew = () =>
    renewed(
      { title: t($ => $.factor.renew), says: t($ => $.factor.renewSays), ok: t($ => $.factor.renew) },
      async () => done((await call(secondFactor.renewCodes)).recoveryCodes),
    )
  const remove = (id: string, name: string) =>
    removed(
      {
        title: t($ => $.factor.removeAsk, { name }),
        says: t($ => $.factor.removeSays),
        ok: t($ => $.factor.remove),
      },
      () => call(secondFactor.remove, { body: { id } }),
    )
  return (
    <>
      {mustSet && <p className="personal-must">{t($ => $.factor.must)}</p>}
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(null)} />}
      <Factors
        state={data}
        addApp={() => void submit(async () => setStep({ is: 'app', app: await call(secondFactor.beginApp) }))}
        addPasskey={() => setStep({ is: 'passkey' })}
        renew={renew}
        remove={remove}
      />
      {step?.is === 'app' && <AppDialog app={step.app} done={done} close={close} />}
      {step?.is === 'passkey' && <PasskeyDialog done={done} close={close} />}
    </>
  )
}

interface FactorsProps {
  state: SecondFactors
  addApp: () => void
  addPasskey: () => void
  renew: () => void
  remove: (id: string, name: string) => void
}

function Factors({ state, addApp, addPasskey, renew, remove }: FactorsProps) {
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
            onClick={() => remove(app.id, appName)}
          >
            {t($ => $.factor.remove)}
          </Button>
        ) : (
          <Button type={isOn ? 'default' : 'primary'} onClick={addApp}>
            {t($ => $.factor.setUp)}
          </Button>
        )}
      </Row>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <Row key={id} icon={<KeyRound {...icon} />} name={name} since={createdAt} used={lastUsedAt}>
          <Button aria-label={`${t($ => $.factor.remove)}: ${name}`} onClick={() => remove(id, name)}>
            {t($ => $.factor.remove)}
          </Button>
        </Row>
      ))}
      <Row
        icon={<KeyRound {...icon} />}
        name={t($ => $.factor.passkey)}
        says={mayUsePasskeys() ? t($ => $.factor.passkeySays) : t($ => $.factor.passkeyNot)}
      >
        {mayUsePasskeys() && <Button onClick={addPasskey}>{t($ => $.factor.add)}</Button>}
      </Row>
      {isOn && (
        <Row
          icon={<LifeBuoy {...icon} />}
          name={t($ => $.factor.codes)}
          says={t($ => $.factor.codesLeft, { count: recoveryCodesLeft })}
        >
          <Button onClick={renew}>{t($ => $.factor.renew)}</Button>
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
              {t($ => $.factor.since)} <Moment at={since} /> · {t($ => $.factor.used)}{' '}
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
