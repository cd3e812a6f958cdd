import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import { ChooseHouse } from '#web/components/choose-house.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { HouseReports } from './house-reports.tsx'
import './charts.css'

/**
 * The set of metrics rarely changes, though a device may bring a new one any time; poll faster until the first appear. ms
 */
const REREAD_MS = { known: 60_000, none: 5_000 }

/** `/deviceChart?houseId=`: any metrics of a house, or of one of its devices (`device=`), over any time. */
export function ChartsPage() {
  const { t } = useTranslation('charts')
  const { search } = useScreen()
  const id = search.houseId
  if (id) return <OfHouse key={id} id={id} deviceId={search.device} />
  return (
    <ChooseHouse
      title={t($ => $.title)}
      says={t($ => $.chooseHouse)}
      saysOtherwise={t($ => $.openFromHouse)}
    />
  )
}

function OfHouse({ id, deviceId }: { id: string; deviceId: string | undefined }) {
  const { t } = useTranslation('charts')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [houses.charted.path, id, deviceId],
    queryFn: () => call(houses.charted, { params: { id }, query: { deviceId } }),
    refetchInterval: ({ state: { data } }) => (data?.metrics.length ? REREAD_MS.known : REREAD_MS.none),
  })
  if (isPending) return <PageSkeleton />
  if (data) return <HouseReports key={data.iotId} house={data} />
  return (
    <div className="page">
      <h1 className="visually-hidden">{t($ => $.title)}</h1>
      <div className="card">
        <LoadProblem error={error} retry={() => void refetch()} />
      </div>
    </div>
  )
}
