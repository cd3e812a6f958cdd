import { Checkbox, Input } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupCandidate } from '#shared/contracts/house-groups.ts'

interface Props {
  groupId: string
  candidates: readonly GroupCandidate[]
  value?: readonly string[]
  onChange?: (value: string[]) => void
}

/** Houses to tick; one in another group says that it would leave it. */
export function HousePicker({ groupId, candidates, value = [], onChange }: Props) {
  const { t } = useTranslation('house-groups')
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = candidates.filter(({ name }) => name.toLowerCase().includes(wanted))
  const picked = new Set(value)
  // In the list's order, so that ticking and unticking a house leaves no change.
  const set = (ids: readonly string[], isPicked: boolean) =>
    onChange?.(candidates.flatMap(({ id }) => ((ids.includes(id) ? isPicked : picked.has(id)) ? [id] : [])))
  const isAll = shown.length > 0 && shown.every(({ id }) => picked.has(id))
  if (candidates.length === 0) return <p className="empty-list">{t($ => $.nothingToPick)}</p>
  return (
    <div className="house-picker stack gap-25">
      <div className="house-picker-head row gap-3">
        <Checkbox
          checked={isAll}
          indeterminate={!isAll && shown.some(({ id }) => picked.has(id))}
          onChange={event =>
            set(
              shown.map(({ id }) => id),
              event.target.checked,
            )
          }
        >
          <span className="num">{t($ => $.picked, { count: picked.size, all: candidates.length })}</span>
        </Checkbox>
        <Input
          aria-label={t($ => $.findHouse)}
          placeholder={t($ => $.findHouse)}
          prefix={<Search size={15} aria-hidden />}
          allowClear
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </div>
      <ul>
        {shown.map(candidate => (
          <Candidate
            key={candidate.id}
            candidate={candidate}
            isElsewhere={candidate.groupId !== null && candidate.groupId !== groupId}
            isPicked={picked.has(candidate.id)}
            pick={isPicked => set([candidate.id], isPicked)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className="caption">{t($ => $.noHouseMatches)}</p>}
    </div>
  )
}

interface CandidateProps {
  candidate: GroupCandidate
  isElsewhere: boolean
  isPicked: boolean
  pick: (isPicked: boolean) => void
}

function Candidate({ candidate, isElsewhere, isPicked, pick }: CandidateProps) {
  const { t } = useTranslation('house-groups')
  const { t: word } = useTranslation('components')
  const { name, type, groupName } = candidate
  return (
    <li>
      <Checkbox
        className="house-picker-row"
        checked={isPicked}
        onChange={event => pick(event.target.checked)}
      >
        <span className="house-picker-name">
          <strong>{name}</strong> <span className="caption">{word($ => $.houseType[type])}</span>
        </span>
        {isElsewhere && (
          <span className={isPicked ? 'house-picker-moves' : 'caption'}>
            {isPicked ? t($ => $.movesFrom, { group: groupName }) : t($ => $.isIn, { group: groupName })}
          </span>
        )}
      </Checkbox>
    </li>
  )
}
