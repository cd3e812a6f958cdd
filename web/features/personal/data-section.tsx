import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { personal } from '#shared/contracts/personal.ts'
import { useExport } from '#web/components/excel/use-export.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { Moment } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { SectionSkeleton } from './section-skeleton.tsx'

/** The user's stored data: a copy, and a request for erasure. */
export function DataSection() {
  return (
    <>
      <Copy />
      <Erasure />
    </>
  )
}

function Copy() {
  const { t } = useTranslation('personal')
  const { start, busy } = useExport(personal.exportData)
  return (
    <section className="personal-part" aria-labelledby="own-data">
      <h3 id="own-data">{t($ => $.data.copy)}</h3>
      <p>{t($ => $.data.copySays)}</p>
      <Button
        type="primary"
        icon={<Download size={16} aria-hidden />}
        loading={busy}
        onClick={() => void start({ body: {} })}
      >
        {t($ => $.data.get)}
      </Button>
    </section>
  )
}

function Erasure() {
  const { t } = useTranslation('personal')
  const { data, error, refetch } = useQuery({
    queryKey: [personal.profile.path],
    queryFn: () => call(personal.profile),
  })
  if (!data) return error ? <LoadProblem error={error} retry={() => void refetch()} /> : <SectionSkeleton />
  return (
    <section className="personal-part" aria-labelledby="erasure">
      <h3 id="erasure">{t($ => $.data.erasure)}</h3>
      <p>{t($ => $.data.erasureSays)}</p>
      {data.erasureAskedAt === null ? <Ask /> : <Asked at={data.erasureAskedAt} />}
    </section>
  )
}

function Ask() {
  const { t } = useTranslation('personal')
  const confirmed = useConfirmed({ success: t($ => $.data.told) })
  const ask = () =>
    confirmed({ title: t($ => $.data.askTitle), says: t($ => $.data.askSays), ok: t($ => $.data.ask) }, () =>
      call(personal.askErasure),
    )
  return (
    <Button danger onClick={ask}>
      {t($ => $.data.ask)}
    </Button>
  )
}

function Asked({ at }: { at: string }) {
  const { t } = useTranslation('personal')
  const { busy, submit } = useSubmit({ success: t($ => $.data.withdrawn) })
  return (
    <div className="personal-asked">
      <p>
        <StateMark state="watch" /> {t($ => $.data.asked)} <Moment at={at} />
      </p>
      <Button loading={busy} onClick={() => void submit(() => call(personal.withdrawErasure))}>
        {t($ => $.data.withdraw)}
      </Button>
    </div>
  )
}
