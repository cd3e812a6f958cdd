import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { Undo2, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { houseReadings, type ReadingImport } from '#shared/contracts/house-readings.ts'
import { houses } from '#shared/contracts/houses.ts'
import { dateOf, momentOf } from '#shared/dates.ts'
import { dateIn } from '#shared/zone-time.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useZone } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { useFollowed } from '#web/data/jobs.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import './house-imports.css'

/** Readings of other systems in the history of a house: what was imported, how to take it back, and how to import more. */
export function HouseImports({ id }: { id: string }) {
  const { t } = useTranslation('houses')
  const { setSearch } = useScreen()
  const may = useMayCall(houseReadings.upload)
  const { data: house } = useQuery({
    queryKey: [houses.get.path, id],
    queryFn: () => call(houses.get, { params: { id } }),
  })
  const { data, error, refetch } = useQuery({
    queryKey: [houseReadings.list.path, id],
    queryFn: () => call(houseReadings.list, { query: { houseId: id } }),
  })
  const close = () => setSearch({ imports: undefined })
  const open = () => {
    close()
    useFollowed.setState({
      importing: {
        jobId: null,
        import: houseReadings.upload,
        ownFiles: true,
        isReadings: true,
        query: { houseId: id },
      },
    })
  }
  return (
    <Modal
      open
      title={t($ => $.imports.title, { name: house?.name ?? '' })}
      onCancel={close}
      footer={null}
      width={640}
    >
      <p className="caption">{t($ => $.imports.says)}</p>
      {error ? <LoadProblem error={error} retry={() => void refetch()} /> : null}
      {!data && !error && <Skeleton active paragraph={{ rows: 3 }} />}
      {data?.length === 0 && <p>{t($ => $.imports.none)}</p>}
      {data && data.length > 0 && (
        <ul className="house-imports">
          {data.map(each => (
            <Import key={each.id} done={each} />
          ))}
        </ul>
      )}
      {may && (
        <Button
          type="primary"
          className="house-imports-open"
          icon={<Upload size={16} aria-hidden />}
          onClick={open}
        >
          {t($ => $.imports.open)}
        </Button>
      )}
    </Modal>
  )
}

function Import({ done }: { done: ReadingImport }) {
  const { t } = useTranslation('houses')
  const { language } = useReader()
  const zone = useZone()
  const may = useMayCall(houseReadings.takeBack)
  const confirm = useConfirmed({ success: t($ => $.imports.takenBack) })
  const { id, source, from, to, readings, replaced, by, createdAt, takenBackAt, takenBackBy } = done
  const day = (at: string) => dateOf(dateIn(zone, new Date(at)), language)
  const ask = () =>
    confirm(
      {
        title: t($ => $.imports.takeBackAsk, { source }),
        says: t($ => $.imports.takeBackSays),
        ok: t($ => $.imports.takeBack),
      },
      () => call(houseReadings.takeBack, { params: { id } }),
    )
  return (
    <li data-taken-back={takenBackAt !== null || undefined}>
      <div className="split">
        <b>{source}</b>
        {may && takenBackAt === null && (
          <Button size="small" icon={<Undo2 size={14} aria-hidden />} onClick={ask}>
            {t($ => $.imports.takeBack)}
          </Button>
        )}
      </div>
      <div className="num">{t($ => $.imports.holds, { from: day(from), to: day(to), count: readings })}</div>
      {replaced > 0 && <div className="caption num">{t($ => $.imports.replaced, { count: replaced })}</div>}
      <div className="caption num">
        {t($ => $.imports.made, { by, at: momentOf(new Date(createdAt), language, zone) })}
        {takenBackAt !== null &&
          ` · ${t($ => $.imports.undone, { by: takenBackBy ?? '', at: momentOf(new Date(takenBackAt), language, zone) })}`}
      </div>
    </li>
  )
}
