import { Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlockRecord } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import type { HouseType } from '#shared/signals.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall, useSession } from '#web/data/session.ts'
import { chosenOf, differencesOf, type Part, type Side } from './record-versions.ts'
import { type TypedDay, typedOf } from './typed-day.ts'
import { usePartLabels } from './use-part-labels.ts'

interface Props {
  mine: TypedDay
  theirs: FlockRecord
  by: string | undefined
  type: HouseType
  decide: (decided: TypedDay) => void
  takeTheirs: (theirs: FlockRecord) => void
}

/** Who records may complete what others recorded; who manages flocks may change it. The server decides. */
function useMayOverride({ by }: FlockRecord): boolean {
  const mayManage = useMayCall(flocks.update)
  const own = useSession(({ user }) => user?.actualName)
  return mayManage || own === by
}

const sides = ['mine', 'theirs'] as const satisfies readonly Side[]

/**
 * Somebody else recorded the same day: shows both versions side by side, and the user decides, as a whole or field by field.
 */
export function RecordConflict({ mine, theirs, by, type, decide, takeTheirs }: Props) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const group = useId()
  const [picked, setPicked] = useState<Partial<Record<Part, Side>>>({})
  const told = typedOf(theirs)
  const differences = differencesOf(mine, told, type, reader)
  const mayOverride = useMayOverride(theirs)
  const fixed = differences.filter(({ theirs: said }) => !mayOverride && said !== '')
  const chosen = { ...picked, ...Object.fromEntries(fixed.map(({ part }) => [part, 'theirs' as const])) }
  const labels = usePartLabels()
  return (
    <section className="card record-card record-conflict" role="alert">
      <h2>{t($ => $.conflict, { name: by ?? theirs.by })}</h2>
      <p>{mayOverride ? t($ => $.chooseEach) : t($ => $.onlyComplete)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t($ => $.figure)}</th>
            <th scope="col">{t($ => $.mine)}</th>
            <th scope="col">{t($ => $.theirs)}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ part, ...says }) => (
            <tr key={part}>
              <th scope="row">{labels[part]}</th>
              {sides.map(side => (
                <td key={side}>
                  <label className="num">
                    <input
                      type="radio"
                      className="record-side"
                      name={`${group} ${part}`}
                      aria-label={t($ => $[side === 'mine' ? 'ofMine' : 'ofTheirs'], {
                        field: labels[part],
                        value: says[side] || '—',
                      })}
                      checked={chosen[part] === side}
                      disabled={side === 'mine' && fixed.some(each => each.part === part)}
                      onChange={() => setPicked({ ...picked, [part]: side })}
                    />
                    <span>{says[side] || '—'}</span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="record-choice">
        {fixed.length === 0 && (
          <Button onClick={() => decide({ ...mine, version: theirs.version })}>{t($ => $.keepMine)}</Button>
        )}
        <Button onClick={() => takeTheirs(theirs)}>{t($ => $.takeTheirs)}</Button>
        <Button
          type="primary"
          disabled={differences.some(({ part }) => chosen[part] === undefined)}
          onClick={() => decide(chosenOf(mine, told, chosen))}
        >
          {t($ => $.keepChosen)}
        </Button>
      </div>
    </section>
  )
}
