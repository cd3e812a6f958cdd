import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { agentMaterials, type Material } from '#shared/contracts/agent-materials.ts'
import { bothNames } from '#shared/text.ts'
import { Docked } from '#web/components/list/docked.tsx'
import type { Opened } from '#web/components/list/use-opened.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Moment } from '#web/components/time.tsx'
import { Attachments } from '#web/components/uploads/attachments.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './agents.css'

/** A material beside the list: its files, and which agents have read which version. */
export function MaterialPanel({ material, opened }: { material: Material; opened: Opened }) {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  const { id, edition, files } = material
  const { data, error, refetch } = useQuery({
    queryKey: [agentMaterials.readers.path, id],
    queryFn: () => call(agentMaterials.readers, { params: { id } }),
  })
  const note = bothNames({ chineseName: material.chineseNote, englishName: material.englishNote })[language]
  return (
    <Docked opened={opened} title={bothNames(material)[language]} says={edition}>
      <div className="agent">
        {note && <p className="agent-about">{note}</p>}
        <Attachments ids={files} />
        <section>
          <h3>{t($ => $.material.readBy)}</h3>
          {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
          {data?.length === 0 && <p className="caption">{t($ => $.material.unread)}</p>}
          <ul className="agent-readers stack">
            {data?.map(({ id: reader, name, office, edition: read, readAt }) => (
              <li key={reader}>
                <span>
                  <b>{name}</b> · {office}
                </span>
                <span className="caption">
                  {read !== edition && `${t($ => $.material.older, { edition: read })} · `}
                  <Moment at={readAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Docked>
  )
}
