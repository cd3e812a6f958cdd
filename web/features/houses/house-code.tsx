import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { Printer, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import { dateOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { QrCode } from '#web/components/secret-lines.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { NfcTag } from './nfc-tag.tsx'
import './house-code.css'

/** What the code says, and a tag: the page that takes its reader to be there. */
const addressOf = (code: string) => `${location.origin}${hrefOf(paths.alarms, { code })}`

/** The printed code of a house: hung inside, it proves that whoever scans it is there. */
export function HouseCodeDialog({ id }: { id: string }) {
  const { t } = useTranslation('houses')
  const { language } = useReader()
  const { setSearch } = useScreen()
  const { busy, submit } = useSubmit()
  const confirm = useConfirmed({ success: t($ => $.code.renewed) })
  const { data, error, refetch } = useQuery({
    queryKey: [houseCodes.show.path, id],
    queryFn: () => call(houseCodes.show, { params: { id } }),
  })
  const renew = async () => {
    await call(houseCodes.renew, { params: { id } })
    await refetch()
  }
  const ask = () =>
    confirm({ title: t($ => $.code.renew), says: t($ => $.code.renewSays), ok: t($ => $.code.renew) }, renew)
  const name = data?.name ?? ''
  return (
    <Modal
      open
      title={t($ => $.code.title, { name })}
      onCancel={() => setSearch({ code: undefined })}
      footer={null}
      width={420}
    >
      {error ? <LoadProblem error={error} retry={() => void refetch()} /> : null}
      {!data && !error && <Skeleton active paragraph={{ rows: 5 }} />}
      {data?.code && (
        <section className="house-code" aria-label={t($ => $.code.title, { name })}>
          <h3>{name}</h3>
          <QrCode name={t($ => $.code.title, { name })} value={addressOf(data.code)} />
          <p>{t($ => $.code.scan)}</p>
          {data.madeAt && <p className="caption num">{dateOf(data.madeAt.slice(0, 10), language)}</p>}
        </section>
      )}
      {data?.madeAt && !data.code && (
        <p role="status">{t($ => $.code.notAgain, { day: dateOf(data.madeAt.slice(0, 10), language) })}</p>
      )}
      {data?.isOld && (
        <p role="status">
          <StateWord state="watch">{t($ => $.code.old)}</StateWord>
        </p>
      )}
      {data && <p className="caption">{t($ => $.code.says)}</p>}
      {data?.code && <NfcTag address={addressOf(data.code)} />}
      {data && (
        <div className="row wrap gap-2">
          {data.madeAt ? (
            <>
              {data.code && (
                <Button
                  type="primary"
                  icon={<Printer size={16} aria-hidden />}
                  onClick={() => window.print()}
                >
                  {t($ => $.code.print)}
                </Button>
              )}
              <Button icon={<RefreshCw size={16} aria-hidden />} onClick={ask}>
                {t($ => $.code.renew)}
              </Button>
            </>
          ) : (
            <Button type="primary" loading={busy} onClick={() => void submit(renew)}>
              {t($ => $.code.make)}
            </Button>
          )}
        </div>
      )}
    </Modal>
  )
}
