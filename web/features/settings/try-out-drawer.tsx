import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import type { Wanted } from '#shared/setting-draft.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { CallError, call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { SettingsDrawer } from './settings-drawer.tsx'
import { TryOutCharts } from './try-out-charts.tsx'
import { AskForPrices } from './try-out-costs.tsx'
import { TryOutMoves } from './try-out-moves.tsx'
import { TryOutTable } from './try-out-table.tsx'
import { TryOutTrust } from './try-out-trust.tsx'
import { TryOutVerdict } from './try-out-verdict.tsx'
import type { Editing } from './use-group.ts'
import './try-out.css'

const DAY_MS = 86_400_000

interface Props {
  data: SettingsOfGroup
  draft: Editing
  close: () => void
  /** The button that sends the draft, and what is asked before it may. */
  sending: ReactNode
  question: ReactNode
}

/** The next 24 hours of the house with today's and with the drafted settings, before anything is sent. */
export function TryOutDrawer({ data, draft, close, sending, question }: Props) {
  const { t } = useTranslation('settings')
  const { house, device, group } = data
  const { wanted } = draft
  const found = useQuery({
    queryKey: [settings.tryOut.path, house.id, device.id, group, wanted],
    queryFn: () =>
      call(settings.tryOut, { params: { id: house.id }, body: { deviceId: device.id, group, wanted } }),
    // The result stays until the simulation is run again.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: tried, error } = found
  const missing = error instanceof CallError ? error.fields : []
  return (
    <SettingsDrawer
      title={t($ => $.tryOut.title, { house: house.name })}
      size={1080}
      close={close}
      foot={
        <>
          <Button onClick={close}>{t($ => $.tryOut.back)}</Button>
          <Button loading={found.isFetching} onClick={() => void found.refetch()}>
            {t($ => $.tryOut.again)}
          </Button>
          {sending}
        </>
      }
    >
      {error && <LoadProblem error={error} retry={() => void found.refetch()} />}
      {missing.length > 0 && (
        <ul className="try-out-missing">
          {missing.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      )}
      <div className="try-out-question">{question}</div>
      {found.isPending && <p role="status">{t($ => $.tryOut.running)}</p>}
      {tried && <Tried tried={tried} data={data} take={draft.type} />}
    </SettingsDrawer>
  )
}

interface TriedProps {
  tried: TriedOut
  data: SettingsOfGroup
  take: (cells: Wanted) => void
}

function Tried({ tried, data, take }: TriedProps) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { from, timeZone } = tried
  const moment = (at: number) => `${dayOf(at, reader.language, timeZone)} ${clockOf(at, timeZone)}`
  return (
    <div className="try-out">
      <p className="caption">{t($ => $.tryOut.period, { from: moment(from), to: moment(from + DAY_MS) })}</p>
      <section className="try-out-verdict stack gap-3">
        <TryOutVerdict tried={tried} placementDay={data.house.placementDay} />
        <TryOutTable tried={tried} />
        <AskForPrices tried={tried} />
        <TryOutMoves tried={tried} data={data} take={take} />
      </section>
      <TryOutCharts tried={tried} />
      <TryOutTrust tried={tried} house={data.house} />
    </div>
  )
}
