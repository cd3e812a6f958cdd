import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FlockRecord } from '#shared/contracts/flock-records.ts'
import { type DayFacts, fieldsOfType, recordLabels, recordNumbers } from '#shared/flocks.ts'
import type { HouseType } from '#shared/signals.ts'
import { amountText } from '#web/components/flocks/figure-of.ts'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  mine: DayFacts
  theirs: FlockRecord
  by: string | undefined
  type: HouseType
  keepMine: (theirs: FlockRecord) => void
  takeTheirs: (theirs: FlockRecord) => void
}

/** Somebody else told the same day: both versions side by side, and the person decides. */
export function RecordConflict({ mine, theirs, by, type, keepMine, takeTheirs }: Props) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const differ = fieldsOfType(type).filter(name => mine[name] !== theirs[name])
  const say = (name: (typeof differ)[number], value: number | null) =>
    value === null ? '—' : amountText(value, recordNumbers[name].unit, 0, reader)
  return (
    <section className="card record-card record-conflict" role="alert">
      <h2>{t($ => $.conflict, { name: by ?? theirs.by })}</h2>
      <table className="num flock-final">
        <thead>
          <tr>
            <th scope="col">{t($ => $.figure)}</th>
            <th scope="col">{t($ => $.mine)}</th>
            <th scope="col">{t($ => $.theirs)}</th>
          </tr>
        </thead>
        <tbody>
          {differ.map(name => (
            <tr key={name}>
              <th scope="row">{recordLabels[name][reader.language]}</th>
              <td>{say(name, mine[name])}</td>
              <td>{say(name, theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="record-choice">
        <Button onClick={() => keepMine(theirs)}>{t($ => $.keepMine)}</Button>
        <Button onClick={() => takeTheirs(theirs)}>{t($ => $.takeTheirs)}</Button>
      </div>
    </section>
  )
}
