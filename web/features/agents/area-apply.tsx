import { Handshake } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { agentStandings } from '#shared/agents.ts'
import { agentArea, type OwnAgency } from '#shared/contracts/agent-area.ts'
import { applicationFields } from '#shared/contracts/agents.ts'
import { dateOf } from '#shared/dates.ts'
import { Agree } from '#web/components/agree.tsx'
import { SectionForm } from '#web/components/form/section-form.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { Promised } from '#web/components/records/promised.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { useStatement } from '#web/components/use-statement.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { markOfAgent } from './agent-marks.ts'
import './agents.css'

type Values = Omit<z.input<typeof agentArea.apply.body>, 'statement'>

/** Shown without the rights: why, and the application form. */
export function NotGranted({ own }: { own: OwnAgency }) {
  const { t } = useTranslation('agents')
  const mayApply = useMayCall(agentArea.apply)
  return (
    <section className="card agent-none">
      <header>
        <span className="agent-none-mark" aria-hidden>
          <Handshake size={26} strokeWidth={1.75} />
        </span>
        <div>
          <h2>{t($ => $.area.notGranted)}</h2>
          <Standing own={own} />
        </div>
      </header>
      {own.standing === 'pending' ? (
        <Asked own={own} />
      ) : mayApply ? (
        <Application own={own} />
      ) : (
        <p>{t($ => $.area.askOwner)}</p>
      )}
    </section>
  )
}

function Standing({ own }: { own: OwnAgency }) {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  const { standing, number, reason, endsOn, waitsSince } = own
  if (standing === 'none') return <p>{t($ => $.area.noneSays)}</p>
  return (
    <>
      <p>
        <StateWord state={markOfAgent[standing]}>{agentStandings[standing][language]}</StateWord>
        {[number, standing === 'ended' && endsOn && dateOf(endsOn, language)]
          .filter(Boolean)
          .map(part => ` · ${part}`)}
        {waitsSince && (
          <>
            {' · '}
            <Promised since={waitsSince} />
          </>
        )}
      </p>
      {reason && <blockquote>{reason}</blockquote>}
    </>
  )
}

/** The pending application. */
function Asked({ own: { region, phone, about } }: { own: OwnAgency }) {
  const { t } = useTranslation('agents')
  return (
    <>
      <p>{t($ => $.area.soon)}</p>
      <dl className="agent-facts">
        <div>
          <dt>{t($ => $.region)}</dt>
          <dd>{region}</dd>
        </div>
        <div>
          <dt>{t($ => $.phone)}</dt>
          <dd>{phone}</dd>
        </div>
      </dl>
      <p className="agent-about">{about}</p>
    </>
  )
}

function Application({ own: { region, phone, about } }: { own: OwnAgency }) {
  const { t } = useTranslation('agents')
  const statement = useStatement()
  return (
    <SectionForm<Values>
      endpoint={agentArea.apply}
      initial={{ region, phone, about }}
      save={({ region, phone, about }) =>
        call(agentArea.apply, { body: { region, phone, about, statement: statement.version } })
      }
      success={t($ => $.area.asked)}
      doing={t($ => $.area.apply)}
    >
      <FieldInputs fields={applicationFields} />
      <Agree statement={statement} />
      <p className="caption">{t($ => $.area.promise)}</p>
    </SectionForm>
  )
}
