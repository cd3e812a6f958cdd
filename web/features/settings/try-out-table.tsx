import { Check, Equal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import { figureKeys } from '#shared/what-if/figures.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'
import { CostRows } from './try-out-costs.tsx'
import { goalOf, sayFigure } from './try-out-figures.ts'

const marks = {
  better: <Check size={14} aria-hidden />,
  watch: <StateMark state="watch" />,
  same: <Equal size={14} aria-hidden />,
}

/** Figures of both runs side by side, each with its goal and whether it gets closer to it. */
export function TryOutTable({ tried }: { tried: TriedOut }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  return (
    <table className="try-out-table">
      <thead>
        <tr>
          <th scope="col">{t($ => $.tryOut.hours)}</th>
          <th scope="col">{t($ => $.tryOut.today)}</th>
          <th scope="col">{t($ => $.tryOut.new)}</th>
          <th scope="col" className="visually-hidden-cell" aria-label={t($ => $.tryOut.judgement)} />
        </tr>
      </thead>
      <tbody>
        {figureKeys.map(key => {
          const goal = goalOf(key, tried)
          return (
            <tr key={key}>
              <th scope="row">
                {t($ => $.tryOut.figures[key])}
                {goal !== null && (
                  <small>
                    {t($ => (key === 'mean' ? $.tryOut.standard : $.tryOut.goal), {
                      goal: sayFigure(key, goal, reader),
                    })}
                  </small>
                )}
              </th>
              <td className="num">{sayFigure(key, tried.today.figures[key], reader)}</td>
              <td className="num">
                <b>{sayFigure(key, tried.changed.figures[key], reader)}</b>
              </td>
              <td data-judged={tried.judged[key]}>
                {marks[tried.judged[key]]} {t($ => $.tryOut.judged[tried.judged[key]])}
              </td>
            </tr>
          )
        })}
        <CostRows tried={tried} />
      </tbody>
    </table>
  )
}
