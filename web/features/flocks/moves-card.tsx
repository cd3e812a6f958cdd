import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FlockMove, flockMoves } from '#shared/contracts/flock-moves.ts'
import type { Flock } from '#shared/contracts/flocks.ts'
import { dateOf } from '#shared/dates.ts'
import { later } from '#web/components/later.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'

const CorrectMoveForm = later(() => import('./move-form.tsx').then(file => file.CorrectMoveForm))

/** Where birds of a flock came from and went to; nothing if they never moved. */
export function MovesCard({ flock }: { flock: Flock }) {
  const { t } = useTranslation('flocks')
  const { data = [] } = useQuery({
    queryKey: [flockMoves.list.path, flock.id, flock.version],
    queryFn: () => call(flockMoves.list, { query: { flockId: flock.id } }),
  })
  if (data.length === 0) return null
  return (
    <section className="card flock-side-card" aria-label={t($ => $.moves)}>
      <h2>{t($ => $.moves)}</h2>
      <ul className="flock-moves">
        {data.map(move => (
          <Moved key={move.id} move={move} flock={flock} />
        ))}
      </ul>
    </section>
  )
}

function Moved({ move, flock }: { move: FlockMove; flock: Flock }) {
  const { t } = useTranslation('flocks')
  const { language } = useReader()
  const { setSearch } = useScreen()
  const confirm = useConfirmed({ success: t($ => $.moveTakenBack) })
  const isOut = move.from.flockId === flock.id
  const other = isOut ? move.to : move.from
  const counts = [
    move.males === 0 ? t($ => $.moveBirdsOf, { count: move.birds }) : null,
    move.males > 0 && move.birds > 0 ? t($ => $.moveFemalesOf, { count: move.birds }) : null,
    move.males > 0 ? t($ => $.malesAlive, { count: move.males }) : null,
  ]
  const what = counts.filter(Boolean).join(language === 'zh-CN' ? '、' : ', ')
  const takeBack = () =>
    confirm(
      {
        title: t($ => $.moveTakeBackAsk),
        says: t($ => $.moveTakeBackSays, {
          what,
          from: move.from.houseName,
          to: move.to.houseName,
        }),
        ok: t($ => $.moveTakeBack),
      },
      () => call(flockMoves.takeBack, { params: { id: move.id }, body: { version: move.version } }),
    )
  return (
    <li>
      <div>
        <strong className="num">
          {isOut
            ? t($ => $.movedOutTo, { what, house: other.houseName })
            : t($ => $.movedInFrom, { what, house: other.houseName })}
        </strong>
        <small className="num">
          {[dateOf(move.day, language), move.reason, move.by].filter(Boolean).join(' · ')}{' '}
          <button
            type="button"
            className="flock-day"
            onClick={() => setSearch({ id: other.flockId }, { push: true })}
          >
            {other.number}
          </button>
        </small>
      </div>
      <RowActions
        name={other.houseName}
        actions={[
          {
            key: 'correct',
            label: t($ => $.moveCorrect),
            endpoint: flockMoves.update,
            isOpen: true,
            dialog: close => <CorrectMoveForm move={move} flock={flock} close={close} />,
          },
          {
            key: 'takeBack',
            label: t($ => $.moveTakeBack),
            endpoint: flockMoves.takeBack,
            isOpen: true,
            isRare: true,
            onClick: takeBack,
          },
        ]}
      />
    </li>
  )
}
