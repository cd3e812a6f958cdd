import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { StateWord } from '#web/components/state-mark.tsx'
import { Moment } from '#web/components/time.tsx'
import { Recordings } from '#web/components/uploads/recordings.tsx'
import { Pictures } from '#web/components/uploads/shown-files.tsx'
import { dropRepair } from '#web/data/offline/repairs.ts'
import { useWaiting, type WaitingRepair } from '#web/data/offline/waiting.ts'
import './repairs.css'

/** Repairs and notes to them this browser keeps that the server does not have yet. */
export function WaitingRepairs() {
  const { t } = useTranslation('repairs')
  const repairs = useWaiting(each => each.repairs)
  if (repairs.length === 0) return null
  return (
    <section className="card repair-waiting" aria-label={t($ => $.keptHere)}>
      <h2>{t($ => $.keptHere)}</h2>
      <ul>
        {repairs.map(repair => (
          <Waiting key={repair.at} repair={repair} />
        ))}
      </ul>
    </section>
  )
}

function Waiting({ repair }: { repair: WaitingRepair }) {
  const { t } = useTranslation('repairs')
  const { at, stopped } = repair
  const [title, says] = repair.note
    ? [t($ => $.noteTo, { number: repair.of.number }), repair.note.note]
    : [repair.told.title, repair.told.description]
  const { pictures } = repair.note ? repair.note : repair.told
  const { modal } = App.useApp()
  const drop = () =>
    void modal.confirm({
      title: t($ => $.dropAsk, { title }),
      content: t($ => $.dropSays),
      okText: t($ => $.drop),
      cancelText: t($ => $.keepIt),
      onOk: async () => void (await dropRepair(repair)),
    })
  return (
    <li>
      <div>
        <strong>{title}</strong>
        {says && <span>{says}</span>}
        <Pictures ids={pictures} />
        <Recordings ids={repair.note?.recordings ?? []} />
        <StateWord state={stopped === undefined ? 'pending' : 'watch'}>
          {stopped ?? t($ => $.notSentYet)}
        </StateWord>
        <small className="num">
          <Moment at={new Date(at).toISOString()} />
        </small>
      </div>
      <Button onClick={drop} aria-label={`${t($ => $.drop)}: ${title}`}>
        {t($ => $.drop)}
      </Button>
    </li>
  )
}
