import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { agentArea, type OwnAgency, type OwnMaterial } from '#shared/contracts/agent-area.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { Moment } from '#web/components/time.tsx'
import { Attachments } from '#web/components/uploads/attachments.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { AreaTotals, useRights } from './area-head.tsx'
import { Views } from './views.tsx'
import './agents.css'

/** The provider's materials for an agent, by category; those new to the reader are marked. */
export function OwnMaterials({ own }: { own: OwnAgency }) {
  const { t } = useTranslation('agents')
  const rights = useRights(own)
  const { data, error, refetch } = useQuery({
    queryKey: [agentArea.materials.path],
    queryFn: () => call(agentArea.materials),
  })
  const groups = Map.groupBy(data ?? [], ({ category }) => category?.name ?? t($ => $.material.others))
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.area.title)}</h1>
          <p className="num">{rights}</p>
        </div>
        <div className="list-head-actions">
          <Views views={['customers', 'materials']} />
        </div>
      </div>
      <AreaTotals />
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <p className="agent-nothing">{t($ => $.material.none)}</p>}
      <div className="agent-materials stack gap-4">
        {[...groups].map(([name, materials]) => (
          <section key={name} className="card">
            <h2>{name}</h2>
            <ul>
              {materials.map(material => (
                <MaterialLine key={material.id} material={material} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

function MaterialLine({ material }: { material: OwnMaterial }) {
  const { t } = useTranslation('agents')
  const { submit } = useSubmit()
  const { id, name, note, edition, files, isRead, readAt } = material
  const mayNote = useMayCall(agentArea.opened)
  const opened = () => mayNote && void submit(() => call(agentArea.opened, { params: { id } }))
  return (
    <li>
      <div className="agent-material-head">
        <b>{name}</b>
        <span className="caption num">{t($ => $.material.edition, { edition })}</span>
        <span className="agent-material-read">
          {isRead && readAt ? (
            <>
              <StateWord state="normal">{t($ => $.material.read)}</StateWord> <Moment at={readAt} />
            </>
          ) : (
            <StateWord state="pending">
              {readAt ? t($ => $.material.changed) : t($ => $.material.unopened)}
            </StateWord>
          )}
        </span>
      </div>
      {note && <p className="agent-about">{note}</p>}
      <Attachments ids={files} opened={opened} />
    </li>
  )
}
