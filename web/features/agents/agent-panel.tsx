import { Handshake } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type AgentStanding, agentStandings, agentSteps } from '#shared/agents.ts'
import { type AgentDetail, agents } from '#shared/contracts/agents.ts'
import { dateOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import type { Step } from '#shared/states.ts'
import type { Opened } from '#web/components/list/use-opened.ts'
import { Promised } from '#web/components/records/promised.tsx'
import { RecordPanel } from '#web/components/records/record-panel.tsx'
import { StepButtons } from '#web/components/records/step-buttons.tsx'
import { Timeline, type TimelineItem } from '#web/components/records/timeline.tsx'
import { useSteps } from '#web/components/records/use-steps.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { iconOfStep, markOfAgent } from './agent-marks.ts'
import './agents.css'

/** An agent beside the list: possible decisions, its own statements, its history. */
export function AgentPanel({ id, opened }: { id: string; opened: Opened }) {
  const { t } = useTranslation('agents')
  return (
    <RecordPanel
      opened={opened}
      path={agents.get.path}
      id={id}
      read={() => call(agents.get, { params: { id } })}
      noun={t($ => $.agent)}
      title={({ customer }) => customer}
      says={agent => <Head agent={agent} />}
    >
      {agent => (
        <div className="agent">
          <Steps agent={agent} />
          <Facts agent={agent} />
          <History agent={agent} />
        </div>
      )}
    </RecordPanel>
  )
}

function Head({ agent: { standing, number, waitsSince } }: { agent: AgentDetail }) {
  const language = usePreferences(({ language }) => language)
  return (
    <>
      <StateWord state={markOfAgent[standing]}>{agentStandings[standing][language]}</StateWord> · {number}
      {waitsSince && (
        <>
          {' · '}
          <Promised since={waitsSince} />
        </>
      )}
    </>
  )
}

function Steps({ agent }: { agent: AgentDetail }) {
  const steps = useSteps(agents, agentSteps)
  return <StepButtons steps={steps(agent, ['grant', 'extend', 'refuse', 'revoke'])} />
}

function Facts({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  const { open, exists } = useScreen()
  const { territory, region, endsOn, phone, about, reason, customers, officeId, author, statement } = agent
  const count = customers.toLocaleString(language)
  const served =
    customers > 0 && exists(paths.customers) ? (
      <button
        type="button"
        className="agent-link num"
        onClick={() => open(hrefOf(paths.customers, { agentId: officeId }))}
      >
        {count}
      </button>
    ) : (
      count
    )
  const facts = [
    [t($ => $.endsOn), endsOn && dateOf(endsOn, language)],
    [t($ => $.territory), territory],
    [t($ => $.reason), reason],
    [t($ => $.customers), served],
    [t($ => $.region), region],
    [t($ => $.phone), phone && <a href={`tel:${phone}`}>{phone}</a>],
    [t($ => $.author), author],
    [t($ => $.statement), statement],
  ] as const
  return (
    <section>
      <dl className="agent-facts">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {about && <p className="agent-about">{about}</p>}
    </section>
  )
}

function History({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation('agents')
  return (
    <section>
      <h3>{t($ => $.timeline)}</h3>
      <Timeline label={t($ => $.timeline)} items={useItems(agent)} />
    </section>
  )
}

/** Newest first. */
function useItems({ entries }: AgentDetail): TimelineItem[] {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  const steps: Readonly<Record<string, Step<AgentStanding>>> = agentSteps
  const own: Readonly<Record<string, string>> = {
    create: t($ => $.applied),
    again: t($ => $.appliedAgain),
    open: t($ => $.opened),
  }
  return entries
    .map(({ id, step, at, by, isMine, text }) => ({
      key: id,
      icon: iconOfStep[step] ?? Handshake,
      title: own[step] ?? steps[step]?.done[language] ?? step,
      at,
      says: isMine ? t($ => $.you) : by,
      quote: text,
    }))
    .reverse()
}
