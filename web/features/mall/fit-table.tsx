import { Check, CircleHelp, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import type { ShownGood } from '#shared/contracts/mall.ts'
import { dateOf } from '#shared/dates.ts'
import { machineNames } from '#shared/machines.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

type House = ShownGood['houses'][number]

/** Those that fit first, those with something due before them; at the end those that do not. */
const order = ({ fit, due }: House) => (fit === 'fits' ? (due ? 0 : 1) : fit === 'unknown' ? 2 : 3)

/** Which of the buyer's machines a good fits, house by house, and what is due there. */
export function FitTable({ good }: { good: ShownGood }) {
  const { t } = useTranslation('mall')
  const shown = good.houses.filter(({ fit }) => fit !== 'none')
  if (good.houses.length === 0) return null
  const fitting = shown.filter(({ fit }) => fit === 'fits')
  const count = fitting.flatMap(({ machines }) => machines).reduce((sum, { count }) => sum + (count ?? 0), 0)
  return (
    <section className="mall-fit stack">
      <h3>
        {t($ => $.fitsYours)}
        {count > 0 && (
          <small className="num">
            {t($ => $.fitsCount, { count, houses: t($ => $.inHouses, { count: fitting.length }) })}
          </small>
        )}
      </h3>
      {shown.length === 0 && <p className="mall-says">{t($ => $.noFit)}</p>}
      <ul>
        {shown
          .toSorted((a, b) => order(a) - order(b))
          .map(house => (
            <Row key={house.id} house={house} />
          ))}
      </ul>
    </section>
  )
}

function Row({ house }: { house: House }) {
  const { fit, due, name } = house
  const Icon = fit === 'fits' ? Check : fit === 'unknown' ? CircleHelp : X
  return (
    <li data-fits={fit === 'fits' || undefined} data-due={due !== null || undefined}>
      {due ? <StateMark state="watch" /> : <Icon size={15} aria-hidden />}
      <span>{name}</span>
      <span className="mall-says num">{useMachines(house)}</span>
      <span className="mall-says num mall-fit-when">
        <When house={house} />
      </span>
    </li>
  )
}

/** "8 fans RT-1380"; a product or cage system that it fits by its name. */
function useMachines({ machines, product, cage }: House): string {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const said = machines.map(({ machine, model, count, isDirect }) => {
    const named = [machineNames[machine][language], model].filter(Boolean).join(' ')
    const counted = count === null ? named : t($ => $.counted, { count, name: named })
    return isDirect ? t($ => $.directDrive, { name: counted }) : counted
  })
  return [...said, product, cage].filter(Boolean).join(' · ')
}

/** What is due or was done, or why it does not fit; a model that nobody has said can be entered at once. */
function When({ house: { id, fit, due, changedOn, name } }: { house: House }) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const mayEnter = useMayCall(houses.equip)
  if (fit === 'unknown')
    return mayEnter ? (
      <ScreenLink to={hrefOf(paths.houses, { equipment: id })} aria-label={t($ => $.enterModelOf, { name })}>
        {t($ => $.enterModel)}
      </ScreenLink>
    ) : (
      t($ => $.modelUnknown)
    )
  if (fit !== 'fits') return t($ => $.otherModel)
  if (due)
    return due.daysLeft < 0
      ? t($ => $.due.overdue, { count: -due.daysLeft })
      : due.daysLeft === 0
        ? t($ => $.due.today)
        : t($ => $.due.in, { count: due.daysLeft })
  return changedOn && t($ => $.changedOn, { day: dateOf(changedOn, language) })
}
