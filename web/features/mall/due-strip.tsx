import { useQuery } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type DueMaintenance, mall } from '#shared/contracts/mall.ts'
import { machineNames } from '#shared/machines.ts'
import { HouseNames } from '#web/components/goods/house-names.tsx'
import { OfferedGoods } from '#web/components/goods/offered-goods.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

/** Maintenance due soon in the viewer's houses, if it is wanted. */
export function useDue(isWanted = true) {
  const may = useMayCall(mall.due)
  return useQuery({ queryKey: [mall.due.path], queryFn: () => call(mall.due), enabled: may && isWanted })
}

/** Maintenance due soon, with goods for it; nothing if none is due. */
export function DueStrip({ open }: { open: (id: string) => void }) {
  const { t } = useTranslation('mall')
  const { data = [] } = useDue()
  if (data.length === 0) return null
  return (
    <section className="card mall-due" aria-label={t($ => $.due.title)}>
      <h2>
        <Wrench size={16} aria-hidden /> {t($ => $.due.title)}
      </h2>
      <ul>
        {data.map(due => (
          <Due key={due.machine} due={due} open={open} />
        ))}
      </ul>
    </section>
  )
}

function Due({ due, open }: { due: DueMaintenance; open: (id: string) => void }) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const { machine, items, unknown, goods } = due
  const [first] = items
  const dueIn = [...new Set(items.flatMap(({ house }) => house ?? []))].map(name => ({ id: name, name }))
  const days = first?.daysLeft ?? 0
  const when =
    days < 0
      ? t($ => $.due.overdue, { count: -days })
      : days === 0
        ? t($ => $.due.today)
        : t($ => $.due.in, { count: days })
  return (
    <li className="mall-due-machine">
      <p>
        <strong>{machineNames[machine][language]}</strong> {first?.item}
        <span className="caption">
          {dueIn.length > 0 && (
            <>
              <HouseNames houses={dueIn} /> ·{' '}
            </>
          )}
          <span data-late={days < 0 || undefined}>{when}</span>
        </span>
      </p>
      <OfferedGoods goods={goods} unknown={unknown} open={open} />
    </li>
  )
}
