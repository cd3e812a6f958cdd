import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { StateWord } from '#web/components/state-mark.tsx'
import { Moment } from '#web/components/time.tsx'
import { dropRepair } from '#web/data/offline/repairs.ts'
import { useWaiting, type WaitingRepair } from '#web/data/offline/waiting.ts'
import './repairs.css'

/** Repairs this browser keeps that the server does not have yet. */
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

function Waiting({ repair: { told, at, stopped } }: { repair: WaitingRepair }) {
  const { t } = useTranslation('repairs')
  const { modal } = App.useApp()
  const drop = () =>
    void modal.confirm({
      title: t($ => $.dropAsk, { title: told.title }),
      content: t($ => $.dropSays),
      okText: t($ => $.drop),
      cancelText: t($ => $.keepIt),
      onOk: async () => void (await dropRepair(at)),
    })
  return (
    <li>
      <div>
        <strong>{told.title}</strong>
        <span>{told.description}</span>
        <StateWord state={stopped === undefined ? 'pending' : 'watch'}>
          {stopped ?? t($ => $.notSentYet)}
        </StateWord>
        <small className="num">
          <Moment at={new Date(at).toISOString()} />
        </small>
      </div>
      <Button onClick={drop} aria-label={`${t($ => $.drop)}: ${told.title}`}>
        {t($ => $.drop)}
      </Button>
    </li>
  )
}
