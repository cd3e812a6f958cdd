import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alarmDuties } from '#shared/contracts/alarm-rules.ts'
import { alarmWays } from '#shared/contracts/alarm-ways.ts'
import { customers } from '#shared/contracts/customers.ts'
import { devices } from '#shared/contracts/devices.ts'
import { farmAccess } from '#shared/contracts/farm-access.ts'
import { users } from '#shared/contracts/users.ts'
import { type FirstSteps, workplace } from '#shared/contracts/workplace.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { Known, WaitFor } from '#web/components/known.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { useUndo } from '#web/components/use-undo.tsx'
import { call } from '#web/data/client.ts'
import { mayCall, useMayCall, useSession } from '#web/data/session.ts'
import { Card } from './card.tsx'
import './first-steps.css'

type Step = FirstSteps['steps'][number]['step']

/** Where a step is taken, and the call that whoever takes it must be allowed to make. */
interface Place {
  href: string
  path: string
  needs: Endpoint
}
const at = (path: string, needs: Endpoint, href = path): Place => ({ path, needs, href })
const controller = at(paths.devices, devices.create)
const people = at(paths.users, users.create)
const farm: Partial<Record<Step, Place>> = {
  people,
  controller,
  onCall: at(paths.alarmRules, alarmDuties.create),
  testAlarm: at(paths.alarmRules, alarmDuties.test),
  access: at(paths.personal, farmAccess.grant, hrefOf(paths.personal, { section: 'farmAccess' })),
}
const provider: Partial<Record<Step, Place>> = {
  people,
  controller,
  customers: at(paths.customers, customers.create),
  testAlarm: at(paths.alarmRules, alarmWays.reach),
  access: at(paths.customers, customers.create),
}

/**
 * What a new farm or provider still has to do, for those of its people who can do some of it, each step ticked by what is
 * stored. Gone once all is done, or when its reader puts it away.
 */
export function FirstStepsCard() {
  const isFarm = useSession(({ user }) => user?.kind === CUSTOMER)
  const { exists } = useScreen()
  const session = useSession()
  const places = Object.entries(isFarm ? farm : provider).filter(
    ([, { path, needs }]) => exists(path) && mayCall(needs, session),
  )
  if (places.length === 0) return null
  return <Steps places={Object.fromEntries(places)} of={isFarm ? 'farm' : 'provider'} />
}

function Steps({ places, of }: { places: Partial<Record<Step, Place>>; of: 'farm' | 'provider' }) {
  const { t } = useTranslation('workplace')
  const mayAsk = useMayCall(workplace.firstSteps)
  const mayPutAway = useMayCall(workplace.putAway)
  const asked = useQuery({
    queryKey: [workplace.firstSteps.path],
    queryFn: () => call(workplace.firstSteps),
    enabled: mayAsk,
  })
  const offerUndo = useUndo()
  const keep = (isPutAway: boolean) => call(workplace.putAway, { body: { isPutAway } })
  const putAway = () =>
    void offerUndo({
      says: t($ => $.firstSteps.isPutAway),
      change: () => keep(true),
      undo: () => keep(false),
    })
  // Most readers are long past it: nothing shows while it is asked, not even for a moment.
  if (asked.isPending) return <WaitFor of={[asked]} />
  const { steps: all, isPutAway } = asked.data ?? { steps: [], isPutAway: false }
  // What a reader may not do is not theirs to be reminded of: a trial, say, has no further accounts.
  const steps = all.filter(({ step, isDone }) => isDone || places[step])
  const done = steps.filter(({ isDone }) => isDone).length
  if (asked.data && (isPutAway || done === steps.length)) return null
  return (
    <Card title={t($ => $.firstSteps.title[of])}>
      <Known of={[asked]}>
        {() => (
          <>
            <p className="caption num">{t($ => $.firstSteps.says, { done, count: steps.length })}</p>
            <ol className="first-steps">
              {steps.map(each => (
                <StepLine key={each.step} {...each} of={of} href={places[each.step]?.href} />
              ))}
            </ol>
            {mayPutAway && (
              <button type="button" className="first-steps-away" onClick={putAway}>
                {t($ => $.firstSteps.putAway)}
              </button>
            )}
          </>
        )}
      </Known>
    </Card>
  )
}

interface StepProps {
  step: Step
  isDone: boolean
  of: 'farm' | 'provider'
  /** Undefined if the reader may not take it. */
  href: string | undefined
}

function StepLine({ step, isDone, of, href }: StepProps) {
  const { t } = useTranslation('workplace')
  const Sign = isDone ? CircleCheck : CircleDashed
  const name = t($ => $.firstSteps[of][step])
  return (
    <li data-done={isDone}>
      <Sign size={18} aria-hidden />
      <div>
        <strong>{href && !isDone ? <ScreenLink to={href}>{name}</ScreenLink> : name}</strong>
        <span className="caption">{isDone ? t($ => $.firstSteps.done) : t($ => $.firstSteps.why[step])}</span>
      </div>
    </li>
  )
}
