import { Button } from 'antd'
import { Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Repair, type RepairDetail, repairFields, repairs } from '#shared/contracts/repairs.ts'
import { dateOf } from '#shared/dates.ts'
import { machineNames } from '#shared/machines.ts'
import { type RepairStanding, repairStandings, repairSteps } from '#shared/repairs.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import type { Step } from '#shared/states.ts'
import type { Opened } from '#web/components/list/use-opened.ts'
import { RecordPanel } from '#web/components/records/record-panel.tsx'
import { StepButtons } from '#web/components/records/step-buttons.tsx'
import { DeviceOfTicket, HouseOfTicket, TicketAbout } from '#web/components/records/ticket-about.tsx'
import { Timeline, type TimelineItem } from '#web/components/records/timeline.tsx'
import { useSteps } from '#web/components/records/use-steps.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { iconOfStep, markOfRepair } from './repair-marks.ts'
import { RepairParts } from './repair-parts.tsx'
import { RepairReadings } from './repair-readings.tsx'
import { RepairVisit } from './repair-visit.tsx'

interface Props {
  id: string
  opened: Opened
  /** Its row in the list. */
  known: Repair | undefined
}

/** A repair beside the list: what comes next, what happened, what was said. Without network, only a note can be added. */
export function RepairPanel({ id, opened, known }: Props) {
  const { t } = useTranslation('repairs')
  return (
    <RecordPanel
      opened={opened}
      path={repairs.get.path}
      id={id}
      read={() => call(repairs.get, { params: { id } })}
      noun={t($ => $.repair)}
      title={({ title }) => title}
      says={repair => <Head repair={repair} />}
      unanswered={known && <Unanswered repair={known} />}
    >
      {repair => <Content repair={repair} />}
    </RecordPanel>
  )
}

/** What the list knows of a repair that was never opened here, and the one thing that can be done about it without network. */
function Unanswered({ repair }: { repair: Repair }) {
  const { t } = useTranslation('repairs')
  const session = useSession()
  const [note] = useSteps(repairs, repairSteps)(repair, ['note'])
  return (
    <div className="repair">
      <p>
        <strong>{repair.title}</strong> <Head repair={repair} />
      </p>
      {note?.isOpen && mayCall(note.endpoint, session) && (
        <>
          <p>{t($ => $.noteOffline)}</p>
          <StepButtons steps={[note]} />
        </>
      )}
    </div>
  )
}

function Head({ repair }: { repair: Repair }) {
  const language = usePreferences(({ language }) => language)
  const { standing, number, customer, house, device, equipment } = repair
  return (
    <>
      <StateWord state={markOfRepair[standing]}>{repairStandings[standing][language]}</StateWord>
      <TicketAbout before={number} customer={customer} house={house} device={device} after={equipment} />
    </>
  )
}

function Content({ repair }: { repair: RepairDetail }) {
  const { t } = useTranslation('repairs')
  const isOpen = repair.standing === 'pending' || repair.standing === 'accepted'
  return (
    <div className="repair">
      {repair.visitAt && repair.standing === 'accepted' && (
        <RepairVisit repair={repair} at={repair.visitAt} />
      )}
      {isOpen && <Steps repair={repair} />}
      <section>
        <h3>{t($ => $.timeline)}</h3>
        <Timeline label={t($ => $.timeline)} items={useItems(repair)} />
      </section>
      <Told repair={repair} />
      <RepairParts repair={repair} />
      {repair.readings && <RepairReadings readings={repair.readings} />}
      <Cancel repair={repair} />
    </div>
  )
}

/** Cancelling stands apart, at the end. */
function Steps({ repair }: { repair: RepairDetail }) {
  const steps = useSteps(repairs, repairSteps)
  return <StepButtons steps={steps(repair, ['accept', 'plan', 'finish', 'phone', 'note'])} />
}

function Cancel({ repair }: { repair: RepairDetail }) {
  const session = useSession()
  const [cancel] = useSteps(repairs, repairSteps)(repair, ['cancel'])
  if (!cancel?.isOpen || !mayCall(cancel.endpoint, session)) return null
  return (
    <Button type="text" className="repair-cancel" onClick={cancel.onClick}>
      {cancel.label}
    </Button>
  )
}

/** Newest first; the end of an open repair is still to come. */
function useItems({ entries, standing, acceptedAt }: RepairDetail): TimelineItem[] {
  const { t } = useTranslation('repairs')
  const language = usePreferences(({ language }) => language)
  const steps: Readonly<Record<string, Step<RepairStanding>>> = repairSteps
  const happened = entries.map(({ id, step, at, by, isMine, text, pictures, papers }) => ({
    key: id,
    icon: iconOfStep[step] ?? Wrench,
    title: step === 'create' ? t($ => $.appliedStep) : (steps[step]?.done[language] ?? step),
    at,
    says: isMine ? t($ => $.you) : by,
    quote: text,
    pictures,
    papers,
  }))
  const isOpen = standing === 'pending' || standing === 'accepted'
  const next = {
    key: 'next',
    icon: Wrench,
    title: acceptedAt ? repairSteps.finish.done[language] : repairSteps.accept.done[language],
    at: null,
    says: acceptedAt ? t($ => $.finishSays) : t($ => $.acceptSays),
  }
  return [...(isOpen ? [next] : []), ...happened.reverse()]
}

function Told({ repair }: { repair: RepairDetail }) {
  const { t } = useTranslation('repairs')
  const language = usePreferences(({ language }) => language)
  const { description, house, device, machine, equipment, expectedOn, phone, claim } = repair
  const { exists, open } = useScreen()
  const orderList = [paths.orders, paths.myOrders].find(exists)
  const orderLink =
    claim && orderList ? (
      <Button type="link" size="small" onClick={() => open(hrefOf(orderList, { id: claim.orderId }))}>
        {claim.number}
      </Button>
    ) : (
      claim?.number
    )
  const facts = [
    [t($ => $.house), house && <HouseOfTicket house={house} />],
    [t($ => $.device), device && <DeviceOfTicket device={device} house={house} />],
    [repairFields.machine.label[language], machine && machineNames[machine][language]],
    [repairFields.equipment.label[language], equipment],
    [t($ => $.wanted), expectedOn && dateOf(expectedOn, language)],
    [t($ => $.phone), phone && <a href={`tel:${phone}`}>{phone}</a>],
    [t($ => $.claim), claim && orderLink],
  ] as const
  return (
    <section>
      <h3>{t($ => $.told)}</h3>
      <p className="repair-text">{description}</p>
      <dl className="repair-facts stack">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  )
}
