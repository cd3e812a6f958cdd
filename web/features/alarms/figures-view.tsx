import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { areLevelsRight, type FigureKey, figureGoals, figureKeys, isMet } from '#shared/alarm-figures.ts'
import { type AlarmFigures, alarmFigures, figureDays } from '#shared/contracts/alarm-figures.ts'
import { useSeesCustomers } from '#web/components/list/customer-filter.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { spanOf } from '#web/components/time.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { RulesToMend } from './rules-to-mend.tsx'
import { WorstRules } from './worst-rules.tsx'
import '#web/components/choice.css'
import './figures-view.css'

/** How the alarm system does against the goals of the field, and which rules to mend: `?figures=1` of the alarm page. */
export function FiguresView() {
  const { t } = useTranslation('alarms')
  const { search, setSearch } = useScreen()
  const days = figureDays.find(each => each === search.days) ?? '30'
  const officeId = search.officeId
  const { data, error, refetch } = useQuery({
    queryKey: [alarmFigures.figures.path, days, officeId],
    queryFn: () => call(alarmFigures.figures, { query: { days, officeId } }),
  })
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.figures.title)}</h1>
          <p className="num">{data ? <Says data={data} days={Number(days)} /> : '\u00a0'}</p>
        </div>
        <div className="list-head-actions">
          <Customer officeId={officeId} choose={id => setSearch({ officeId: id })} />
          <fieldset className="choice num" aria-label={t($ => $.period)}>
            {figureDays.map(each => (
              <button
                key={each}
                type="button"
                aria-pressed={each === days}
                onClick={() => setSearch({ days: each })}
              >
                {t($ => $.figures.days[each])}
              </button>
            ))}
          </fieldset>
          <Button
            icon={<ArrowLeft size={15} aria-hidden />}
            onClick={() => setSearch({ figures: undefined, days: undefined })}
          >
            {t($ => $.figures.back)}
          </Button>
        </div>
      </div>
      {error && !data ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : data ? (
        <>
          <Figures data={data} days={Number(days)} />
          <WorstRules data={data} days={Number(days)} />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </div>
  )
}

function Customer({ officeId, choose }: { officeId: string | undefined; choose: (id?: string) => void }) {
  const { t } = useTranslation('components')
  const offices = useOfficeOptions()
  if (!useSeesCustomers()) return null
  return (
    <RemoteSelect
      source={offices}
      allowClear
      aria-label={t($ => $.customer)}
      placeholder={t($ => $.customer)}
      value={officeId}
      onChange={choose}
    />
  )
}

function Says({ data, days }: { data: AlarmFigures; days: number }) {
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  const { alarms, houses, farms, late, notShared } = data
  const parts = [
    t($ => $.figures.says, {
      count: alarms,
      days,
      houses: t($ => $.figures.houses, { count: houses }),
      farms: t($ => $.figures.farms, { count: farms }),
    }),
    late > 0 && t($ => $.figures.late, { count: late }),
    notShared > 0 && t($ => $.notShared, { count: notShared }),
  ]
  return parts.filter(Boolean).join(language === 'zh-CN' ? '' : ' ')
}

const shares: readonly FigureKey[] = ['flood', 'noise']
const spans: readonly FigureKey[] = ['seen', 'onSite']

/** A figure in its unit: a share, a span, or a count. */
function useFigureText(): (key: FigureKey, value: number) => string {
  const language = usePreferences(({ language }) => language)
  return (key, value) => {
    if (spans.includes(key)) return spanOf(value * 1_000, language)
    if (shares.includes(key))
      return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(value)
    const digits = value !== 0 && value < 10 && !Number.isInteger(value) ? 2 : 0
    return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)
  }
}

function Figures({ data, days }: { data: AlarmFigures; days: number }) {
  const { t } = useTranslation('alarms')
  const say = useFigureText()
  return (
    <section className="card alarm-card" aria-label={t($ => $.figures.title)}>
      <dl className="alarm-figures">
        {figureKeys.map(key => {
          const value = data.figures[key] ?? null
          const met = isMet(key, value)
          return (
            <div key={key} data-met={met ?? undefined}>
              <dt>{t($ => $.figures.keys[key])}</dt>
              <dd className="num">
                <b>{value === null ? '—' : say(key, value)}</b>
                <small>
                  {met !== null && <StateMark state={met ? 'normal' : 'watch'} />}{' '}
                  {t($ => $.figures.atMost, { goal: say(key, figureGoals[key]) })}
                </small>
                <span className="visually-hidden">
                  {met === null
                    ? t($ => $.figures.unknown)
                    : met
                      ? t($ => $.figures.met)
                      : t($ => $.figures.missed)}
                </span>
                <RulesToMend rules={data.toMend[key] ?? []} days={days} />
              </dd>
            </div>
          )
        })}
      </dl>
      <Levels levels={data.levels} />
      <p className="caption">{t($ => $.figures.source)}</p>
    </section>
  )
}

/** How many of each level, beside what it should be. */
function Levels({ levels }: { levels: AlarmFigures['levels'] }) {
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  const all = levels.warning + levels.critical + levels.emergency
  if (all === 0) return null
  const percent = (n: number) =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(n / all)
  const said = (['warning', 'critical', 'emergency'] as const).map(
    level => `${t($ => $.levels[level])} ${percent(levels[level])}`,
  )
  return (
    <p className="num">
      <b>{t($ => $.figures.levels)}</b> {said.join(' · ')}{' '}
      <span className="caption">
        {areLevelsRight(levels) ? t($ => $.figures.levelsSay) : t($ => $.figures.levelsWrong)}
      </span>
    </p>
  )
}
