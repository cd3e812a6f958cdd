import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'
import { type Behind, BehindLink } from './behind-link.tsx'
import { useChangeText } from './change-text.ts'

/** Lines shown before the reader asks for more. */
const FEW = 6

export interface Rank {
  key: string
  name: string
  now: number
  before: number
  behind: Behind
}

/** Counts by item, highest first, each with its change and a link to its rows. */
export function Ranks({ title, ranks }: { title: string; ranks: readonly Rank[] }) {
  const { t } = useTranslation('analysis')
  const [all, setAll] = useState(false)
  const known = ranks.filter(({ now, before }) => now > 0 || before > 0)
  if (known.length === 0) return null
  const most = Math.max(1, ...known.map(({ now }) => now))
  return (
    <div className="trend-ranks">
      <h3>{title}</h3>
      <ol>
        {(all ? known : known.slice(0, FEW)).map(rank => (
          <Line key={rank.key} rank={rank} most={most} />
        ))}
      </ol>
      {!all && known.length > FEW && (
        <button type="button" className="trend-link" onClick={() => setAll(true)}>
          {t($ => $.showAll, { count: known.length })}
        </button>
      )}
    </div>
  )
}

function Line({ rank: { name, now, before, behind }, most }: { rank: Rank; most: number }) {
  const { t } = useTranslation('analysis')
  const reader = useReader()
  const { ofCount } = useChangeText()
  const plain = <span>{name}</span>
  return (
    <li style={{ '--share': `${(100 * now) / most}%` } as React.CSSProperties}>
      {now > 0 ? (
        <BehindLink to={behind} label={t($ => $.showRows, { name })} otherwise={plain}>
          {name}
        </BehindLink>
      ) : (
        plain
      )}
      <small className="num">{ofCount(now, before)}</small>
      <b className="num">{numberText(now, 0, reader)}</b>
    </li>
  )
}
