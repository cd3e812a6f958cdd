import { Select } from 'antd'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { COMPARED_MOST, type Compared, type ComparedChoice } from '#shared/contracts/comparison.ts'
import { flockStateNames } from '#shared/flocks.ts'
import { LineSample } from '#web/components/chart/line-sample.tsx'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  choices: readonly ComparedChoice[]
  ids: readonly string[]
  items: readonly Compared[]
  choose: (ids: string[]) => void
}

/** The flocks that are compared, each with the sign of its line, and the way to another of their kind. */
export function FlockPicker({ choices, ids, items, choose }: Props) {
  const { t } = useTranslation('comparison')
  const { language } = useReader()
  const type = items[0]?.flock.type
  const others = choices.filter(each => !ids.includes(each.id) && (type === undefined || each.type === type))
  const isFull = ids.length >= COMPARED_MOST
  const nameOf = ({ houseName, customer, number, state, placedOn }: ComparedChoice) =>
    [customer, houseName, state === 'closed' ? `${number} · ${placedOn}` : flockStateNames[state][language]]
      .filter(Boolean)
      .join(' · ')
  return (
    <ul className="comparison-items">
      {items.map(({ flock: { id, houseName, customer, number, dayAge } }, i) => (
        <li key={id} className="card">
          <LineSample index={i} />
          <span>
            <strong>{houseName}</strong>
            <small className="num">
              {[customer, number, dayAge !== null && t($ => $.day, { day: dayAge })]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
          <button
            type="button"
            aria-label={t($ => $.remove, { name: houseName })}
            disabled={ids.length < 2}
            onClick={() => choose(ids.filter(each => each !== id))}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        {isFull ? (
          <span className="caption">{t($ => $.noMore)}</span>
        ) : (
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            value={null}
            placeholder={t($ => $.add)}
            aria-label={t($ => $.add)}
            className="comparison-add"
            options={others.map(each => ({ value: each.id, label: nameOf(each) }))}
            onChange={(id: string | null) => id !== null && choose([...ids, id])}
          />
        )}
      </li>
    </ul>
  )
}
