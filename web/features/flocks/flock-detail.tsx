import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { ArrowLeft, Calculator, FileText, GitCompare, Wheat } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flockAccounts } from '#shared/contracts/flock-accounts.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { type FlockCourse, flocks } from '#shared/contracts/flocks.ts'
import { reports } from '#shared/contracts/reports.ts'
import { dateOf } from '#shared/dates.ts'
import { breedSays, standardIn } from '#shared/flock-figures/standard.ts'
import { flockStateNames } from '#shared/flocks.ts'
import { onLitter } from '#shared/litter.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { ExcelButtons } from '#web/components/excel/excel-buttons.tsx'
import { useExport } from '#web/components/excel/use-export.ts'
import { ListDialogs } from '#web/components/list/list-dialogs.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { CallError, call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { DayTable } from './day-table.tsx'
import { FlockActions } from './flock-actions.tsx'
import { FlockCurve } from './flock-curve.tsx'
import { FlockFigures } from './flock-figures.tsx'
import { FlockFilm } from './flock-film.tsx'
import {
  BreakCard,
  CausesCard,
  DoubtsCard,
  FinalCard,
  MedicineCard,
  RecordsCard,
  StandardCard,
} from './flock-side.tsx'
import { HealthPlanCard } from './health-plan.tsx'
import { MedicineRegisterButton } from './medicine-register-button.tsx'
import { MovesCard } from './moves-card.tsx'
import { ReadinessCard } from './readiness-card.tsx'
import { SeenFlocks } from './seen-flocks.tsx'
import { WeekTable } from './week-table.tsx'
import './flock-detail.css'

/** ms */
const REREAD_MS = 60_000

/** A flock in depth: where it stands against its standard, its curve, its weeks and their events. */
export function FlockDetail({ id }: { id: string }) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [flocks.course.path, id],
    queryFn: () => call(flocks.course, { params: { id } }),
    refetchInterval: REREAD_MS,
  })
  const back = () => setSearch({ id: undefined }, { push: true })
  const isUnanswered = error instanceof CallError && error.status === 0
  if (isPending) return <PageSkeleton />
  if (!data)
    return (
      <div className="page">
        <h1 className="visually-hidden">{t($ => $.title)}</h1>
        <div className="card">
          {isUnanswered ? (
            <SeenFlocks id={id} error={error} retry={() => void refetch()} />
          ) : (
            <LoadProblem error={error} retry={() => void refetch()} />
          )}
          <Button onClick={back}>{t($ => $.allFlocks)}</Button>
        </div>
      </div>
    )
  return (
    <ListDialogs>
      <Shown course={data} back={back} />
    </ListDialogs>
  )
}

function Shown({ course, back }: { course: FlockCourse; back: () => void }) {
  const { t } = useTranslation('flocks')
  const { flock } = course
  const [rows, setRows] = useState<'weeks' | 'days'>('weeks')
  const breed = standardIn({ breed: flock.breed, standard: course.standard })
  return (
    <div className="page flock-page">
      <Head course={course} back={back}>
        <Buttons course={course} />
      </Head>
      {(flock.state === 'planned' || Object.keys(flock.readiness).length > 0) && flock.state !== 'closed' && (
        <ReadinessCard flock={flock} />
      )}
      {course.days.length === 0 ? (
        <>
          <p className="card flock-empty">
            {flock.state === 'planned' ? t($ => $.notYetHere) : t($ => $.nothingTold)}
          </p>
          <HealthPlanCard flock={flock} />
          <MovesCard flock={flock} />
        </>
      ) : (
        <>
          <FlockFigures course={course} />
          <div className="flock-columns">
            <div>
              <FlockCurve course={course} />
              <section className="card flock-table" aria-label={t($ => $.weeks)}>
                <header>
                  <h2>{rows === 'weeks' ? t($ => $.weeks) : t($ => $.days)}</h2>
                  <span className="caption">{rows === 'weeks' && t($ => $.greyStandard)}</span>
                  <Segmented
                    value={rows}
                    onChange={setRows}
                    options={[
                      { value: 'days', label: t($ => $.days) },
                      { value: 'weeks', label: t($ => $.weeks) },
                    ]}
                  />
                </header>
                {rows === 'weeks' ? <WeekTable course={course} /> : <DayTable course={course} />}
              </section>
            </div>
            <div>
              <DoubtsCard course={course} />
              <BreakCard course={course} />
              <RecordsCard course={course} />
              <HealthPlanCard flock={flock} />
              <CausesCard course={course} />
              <MedicineCard course={course} />
              <MovesCard flock={flock} />
              <FlockFilm course={course} />
              <FinalCard course={course} />
              <StandardCard breed={breed} placementDay={flock.placementDay} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

/** What can be made of a flock, and done with it. */
function Buttons({ course }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const { setSearch, open, exists } = useScreen()
  const { flock } = course
  const report = useExport(reports.flock)
  const told = {
    filters: { flockId: flock.id },
    sort: undefined,
    total: course.days.length,
    isOfBefore: false,
  }
  return (
    <>
      <ActionButton
        endpoint={reports.flock}
        icon={<FileText size={15} aria-hidden />}
        loading={report.busy}
        onClick={() => void report.start({ body: { flockId: flock.id } })}
      >
        {t($ => $.report)}
      </ActionButton>
      {exists(paths.comparison) && (
        <Button
          icon={<GitCompare size={15} aria-hidden />}
          onClick={() => open(hrefOf(paths.comparison, { items: flock.id }))}
        >
          {t($ => $.compare)}
        </Button>
      )}
      <Button
        icon={<Wheat size={15} aria-hidden />}
        onClick={() => setSearch({ part: 'feed', houseId: flock.houseId, id: undefined }, { push: true })}
      >
        {t($ => $.feed.open)}
      </Button>
      {flock.state !== 'planned' && (
        <ActionButton
          endpoint={flockAccounts.get}
          icon={<Calculator size={15} aria-hidden />}
          onClick={() => setSearch({ part: 'close' }, { push: true })}
        >
          {t($ => $.account.open)}
        </ActionButton>
      )}
      <MedicineRegisterButton flock={flock} />
      <ExcelButtons list={told} endpoints={flockRecords} ownFiles />
      <FlockActions flock={flock} isBeside />
      {flock.state === 'running' && (
        <ActionButton
          type="primary"
          endpoint={flockRecords.create}
          onClick={() => setSearch({ record: flock.id, id: undefined }, { push: true })}
        >
          {t($ => $.recordToday)}
        </ActionButton>
      )}
    </>
  )
}

interface HeadProps {
  course: FlockCourse
  back: () => void
  children: React.ReactNode
}

function Head({ course: { flock, standard, placedAge }, back, children }: HeadProps) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const day = (value: string) => dateOf(value, language)
  const says = [
    flock.customer,
    breedSays({ breed: flock.breed, standard }),
    t($ => $.placedWith, { day: day(flock.placedOn), count: flock.placedCount ?? 0 }),
    flock.keepsLitter && flock.litter && onLitter[flock.litter][language],
    flock.takenOver ? t($ => $.takenOverAt, { age: placedAge }) : null,
    flock.maturedOn && flock.matureCount
      ? t($ => $.inLaySince, { day: day(flock.maturedOn), count: flock.matureCount })
      : null,
    flock.endedOn
      ? [t($ => $.endedDay, { day: day(flock.endedOn) }), flock.closeReason].filter(Boolean).join(': ')
      : null,
    flock.dayAge !== null && flock.alive !== null
      ? t($ => $.todayAlive, { day: flock.dayAge, count: flock.alive })
      : null,
    flock.males === null ? null : t($ => $.malesAlive, { count: flock.males }),
  ]
  return (
    <div className="list-head of-house">
      <div>
        <button type="button" className="flock-back" onClick={back}>
          <ArrowLeft size={14} aria-hidden /> {t($ => $.allFlocks)}
        </button>
        <h1 className="flock-title">
          {t($ => $.flockIn, { house: flock.houseName })}{' '}
          <span className="flock-state">
            <StateWord
              state={
                flock.state === 'running' ? 'normal' : flock.state === 'planned' ? 'pending' : 'disabled'
              }
            >
              {flockStateNames[flock.state][language]}
            </StateWord>
          </span>{' '}
          <small className="num">{flock.number}</small>
        </h1>
        <p className="num">{says.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="list-head-actions">{children}</div>
    </div>
  )
}
