import type { Asked } from '#web/components/known.tsx'
import { numberText } from '#web/components/number-text.ts'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { type State, StateWord } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'
import { Card } from './card.tsx'

export interface Counted {
  key: string
  label: string
  state: State
  /** Undefined until known. */
  count: number | undefined
  /** The list of exactly these. */
  href: string
}

interface Props {
  title: string
  all: { path: string; label: string }
  counted: readonly Counted[]
  /** The answers that the counts come from. */
  of: readonly Asked[]
  /** The total that each is a share of. */
  total?: number
}

/** Counts by state, each line linking to its list. */
export function CountsCard({ title, all, counted, of, total = 0 }: Props) {
  const reader = useReader()
  return (
    <Card title={title} all={all} of={of}>
      <ul className="workplace-tasks">
        {counted.map(({ key, label, state, count, href }) => (
          <li key={key}>
            <ScreenLink to={href}>
              <StateWord state={state}>{label}</StateWord>
              <span className="num">
                <strong>{count === undefined ? '—' : numberText(count, 0, reader)}</strong>
                {count !== undefined && total > 0 && (
                  <small>
                    {' '}
                    {numberText((100 * count) / total, 1, reader)}
                    {'\u202f'}%
                  </small>
                )}
              </span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
