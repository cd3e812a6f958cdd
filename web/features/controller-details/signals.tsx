import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { houses, type ReportedByDevice, type SignalsOfHouse } from '#shared/contracts/houses.ts'
import { alarmByMetric, settingByName } from '#shared/signals.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useMetricGroup } from '#web/components/metric-group.ts'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { Moment } from '#web/components/time.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { metricGroups, type ReportedRow, searched, settingRows } from './reported-rows.ts'

/** How often the list is read again, ms: somebody stands in the house and waits for the next tick. */
const REREAD_MS = 2_000

type OfDevice = SignalsOfHouse['devices'][number]
type Checked = OfDevice['signals'][number]
const kinds = ['metric', 'alarm', 'setting'] as const
type Kind = (typeof kinds)[number]

const marks = { right: 'normal', missing: 'pending', odd: 'watch', still: 'watch' } as const
const isRight = ({ state }: Checked) => state === 'right'
const kindOf = ({ name }: Checked): Kind =>
  alarmByMetric.has(name) ? 'alarm' : settingByName(name) ? 'setting' : 'metric'

/** Every signal of a house, ticked off as it arrives and can be true, and the confirmation that somebody looked. */
export function Signals({ houseId, text }: { houseId: string; text: string }) {
  const { t } = useTranslation('controller-details')
  const params = { id: houseId }
  const { data, error, refetch } = useQuery({
    queryKey: [houses.signals.path, houseId],
    queryFn: () => call(houses.signals, { params }),
    refetchInterval: REREAD_MS,
  })
  const { data: reported } = useQuery({
    queryKey: [houses.reported.path, houseId],
    queryFn: () => call(houses.reported, { params }),
    refetchInterval: REREAD_MS,
  })
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  const all = data.devices.flatMap(({ signals }) => signals)
  return (
    <>
      <Look signals={data} houseId={houseId} all={all} />
      {data.devices.map(device => (
        <section key={device.id} aria-label={device.code}>
          {data.devices.length > 1 && (
            <h2>
              <span className="mono">{device.code}</span>
            </h2>
          )}
          {device.signals.length === 0 && <p className="caption">{t($ => $.signals.none)}</p>}
          {kinds.map(kind => (
            <Kinds
              key={kind}
              kind={kind}
              signals={device.signals.filter(each => kindOf(each) === kind)}
              reported={reported?.find(({ id }) => id === device.id)}
              text={text}
            />
          ))}
        </section>
      ))}
    </>
  )
}

interface LookProps {
  signals: SignalsOfHouse
  houseId: string
  all: readonly Checked[]
}

/** How many are right, who looked last, and the button for whoever does now. */
function Look({ signals: { isWanted, look }, houseId, all }: LookProps) {
  const { t } = useTranslation('controller-details')
  const { submit, busy } = useSubmit({ success: t($ => $.signals.confirmed) })
  const right = all.filter(isRight).length
  return (
    <div className="details-look">
      <div>
        <p role="status">
          <StateMark state={right === all.length && right > 0 ? 'normal' : 'pending'} />{' '}
          <strong className="num">{t($ => $.signals.seen, { right, count: all.length })}</strong>
        </p>
        <progress value={right} max={Math.max(1, all.length)} aria-label={t($ => $.signals.progress)} />
        {isWanted && <p>{t($ => $.signals.wanted)}</p>}
        {look && (
          <p className="caption">
            {t($ => $.signals.looked, { by: look.by, right: look.total - look.open, count: look.total })}{' '}
            <Moment at={look.at} />
          </p>
        )}
      </div>
      <ActionButton
        endpoint={houses.confirmSignals}
        type={isWanted ? 'primary' : 'default'}
        disabled={all.length === 0}
        loading={busy}
        onClick={() => void submit(() => call(houses.confirmSignals, { params: { id: houseId } }))}
      >
        {t($ => $.signals.confirm)}
      </ActionButton>
    </div>
  )
}

interface KindsProps {
  kind: Kind
  signals: readonly Checked[]
  reported: ReportedByDevice | undefined
  text: string
}

/** The signals of one kind, those to look after first. */
function Kinds({ kind, signals, reported, text }: KindsProps) {
  const { t } = useTranslation('controller-details')
  const rows = useRows(reported, text)
  const shown = signals.filter(({ name }) => rows.has(name))
  if (shown.length === 0) return null
  const right = shown.filter(isRight)
  const open = shown.filter(each => !isRight(each))
  return (
    <details className="details-group" open={open.length > 0 || kind === 'metric' || text.trim() !== ''}>
      <summary>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
        <h2>{t($ => $.signals.kinds[kind])}</h2>{' '}
        <span className="caption num">
          {t($ => $.signals.of, { right: right.length, count: shown.length })}
        </span>
      </summary>
      <table>
        <tbody className="num">
          {[...open, ...right].map(({ name, state, hint }) => {
            const row = rows.get(name)
            return (
              <tr key={name}>
                <th scope="row">
                  <StateMark state={marks[state]} /> {row?.label} <span className="mono">{name}</span>
                  {hint && <p>{hint}</p>}
                </th>
                <td className="details-end">
                  {t($ => $.signals.states[state])}
                  <br />
                  {row?.doubt && <AboutMark about={{ doubt: row.doubt }} />} <strong>{row?.value}</strong>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </details>
  )
}

/** What was reported under each name, if it matches what is searched for. */
function useRows(reported: ReportedByDevice | undefined, text: string): Map<string, ReportedRow> {
  const { t } = useTranslation('controller-details')
  const reader = useReader()
  const title = useMetricGroup()
  if (!reported) return new Map()
  const groups = [
    ...metricGroups(reported, reader, title),
    ...settingRows(
      reported,
      reader,
      t($ => $.otherSettings),
    ),
  ]
  return new Map(searched(groups, text).flatMap(({ rows }) => rows.map(row => [row.name, row] as const)))
}
