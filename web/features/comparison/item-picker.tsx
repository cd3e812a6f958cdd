import { Button, Select } from 'antd'
import { History, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  COMPARED_MOST,
  type Compared,
  type ComparedChoice,
  type ComparedHouse,
  houseItem,
} from '#shared/contracts/comparison.ts'
import { flockStateNames } from '#shared/flocks.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { LineSample } from '#web/components/chart/line-sample.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReader } from '#web/data/preferences.ts'

export interface Choices {
  flocks: readonly ComparedChoice[]
  houses: readonly ComparedHouse[]
}
interface Props {
  choices: Choices
  keys: readonly string[]
  items: readonly Compared[]
  choose: (keys: string[]) => void
  /** The comparison does not depend on the kind of birds. */
  isOfAnyType: boolean
}

/** The compared items, each with its line's mark, plus ways to add another one and the previous flock of a house. */
export function ItemPicker({ choices, keys, items, choose, isOfAnyType }: Props) {
  const { t } = useTranslation('comparison')
  const isFull = keys.length >= COMPARED_MOST
  const [only, ...others] = items
  const before = others.length === 0 && only ? flockBefore(only, choices.flocks) : undefined
  return (
    <ul className="comparison-items row wrap">
      {items.map(({ key, house, course }, i) => (
        <li key={key} className="card">
          <LineSample index={i} />
          <span>
            <strong>{house.name}</strong>
            <small className="num">
              {house.customer && `${house.customer} · `}
              {course ? <FlockLink id={course.flock.id} number={course.flock.number} /> : t($ => $.empty)}
              {course && course.flock.dayAge !== null && ` · ${t($ => $.day, { day: course.flock.dayAge })}`}
            </small>
          </span>
          <button
            type="button"
            aria-label={t($ => $.remove, { name: house.name })}
            disabled={keys.length < 2}
            onClick={() => choose(keys.filter(each => each !== key))}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        {isFull ? (
          <span className="caption">{t($ => $.noMore)}</span>
        ) : (
          <AddItem
            choices={choices}
            keys={keys}
            type={isOfAnyType ? undefined : items[0]?.house.type}
            add={key => choose([...keys, key])}
          />
        )}
      </li>
      {only?.course && before && (
        <li>
          <Button icon={<History size={16} aria-hidden />} onClick={() => choose([...keys, before.id])}>
            {t($ => $.againstLast, { number: before.number })}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** Links a flock to its weeks, and to what happened where it left its standard. */
function FlockLink({ id, number }: { id: string; number: string }) {
  const { open, exists } = useScreen()
  if (!exists(paths.flocks)) return number
  const address = hrefOf(paths.flocks, { id })
  return (
    <a
      href={address}
      onClick={event => {
        event.preventDefault()
        open(address)
      }}
    >
      {number}
    </a>
  )
}

/** The previous flock of the same house, which left before this one came. */
const flockBefore = ({ course, house }: Compared, flocks: readonly ComparedChoice[]) =>
  flocks
    .filter(
      each =>
        each.houseId === house.id &&
        each.state === 'closed' &&
        each.placedOn < (course?.flock.placedOn ?? ''),
    )
    .sort((a, b) => b.placedOn.localeCompare(a.placedOn))[0]

interface AddProps {
  choices: Choices
  keys: readonly string[]
  type: ComparedHouse['type'] | undefined
  add: (key: string) => void
}

function AddItem({ choices, keys, type, add }: AddProps) {
  const { t } = useTranslation('comparison')
  const { language } = useReader()
  const isOffered = (key: string, of: ComparedHouse['type']) =>
    !keys.includes(key) && (type === undefined || of === type)
  const named = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
  const houses = choices.houses.filter(each => isOffered(houseItem(each.id), each.type))
  const flocks = choices.flocks.filter(each => isOffered(each.id, each.type))
  return (
    <Select
      showSearch={{ optionFilterProp: 'label' }}
      value={null}
      placeholder={t($ => $.add)}
      aria-label={t($ => $.add)}
      className="comparison-add"
      options={[
        {
          label: t($ => $.houses),
          title: t($ => $.houses),
          options: houses.map(({ id, name, customer }) => ({
            value: houseItem(id),
            label: named(customer, name),
          })),
        },
        {
          label: t($ => $.flocks),
          title: t($ => $.flocks),
          options: flocks.map(({ id, customer, houseName, number, state, placedOn }) => ({
            value: id,
            label: named(
              customer,
              houseName,
              number,
              state === 'closed' ? placedOn : flockStateNames[state][language],
            ),
          })),
        },
      ]}
      onChange={(key: string | null) => key !== null && add(key)}
    />
  )
}
