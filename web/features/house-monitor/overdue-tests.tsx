import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** How many overdue tests are named; the list has them all. */
const NAMED = 3

/** Tests of this house's safety that are overdue: what nobody has tried may not work when it is needed. */
export function OverdueTests({ houseId }: { houseId: string }) {
  const { t } = useTranslation('house-monitor')
  const may = useMayCall(overhaul.list)
  const { data } = useQuery({
    queryKey: [overhaul.list.path, 'overdue tests', houseId],
    queryFn: () => call(overhaul.list, { query: { houseId, due: 'overdue', only: 'tests', size: NAMED } }),
    enabled: may,
  })
  if (!data || data.total === 0) return null
  const names = data.items.map(({ item }) => item)
  return (
    <p className="overdue-tests row gap-25" role="status">
      <ShieldAlert size={17} aria-hidden />
      <span>
        <strong>{t($ => $.overdueTests, { count: data.total })}</strong> {names.join(' · ')}{' '}
        <a href={hrefOf(paths.myOverhauls, { houseId, only: 'tests' })}>{t($ => $.toTests)}</a>
      </span>
    </p>
  )
}
