import { useQuery } from '@tanstack/react-query'
import { Checkbox, Select, Switch } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type NoticeChannels,
  type NoticeChoice,
  noticeChannels,
  withChoice,
} from '#shared/contracts/notice-channels.ts'
import type { Result } from '#shared/endpoint.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useZone } from '#web/components/time.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { queries } from '#web/data/queries.ts'
import { PushRow } from './push-row.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'
import './messages-section.css'

const { path } = noticeChannels.read
const queryKey = [path]
type Chosen = Result<typeof noticeChannels.read>

/** Most urgent first. */
const types = [
  'device_alarm',
  'to_do',
  'daily_reminder',
  'parameter_modification',
  'logistics_update',
] as const
const channels = ['inApp', 'mail', 'push'] as const

/** The channels messages arrive by, and when mails and pushes are held back; each choice takes effect at once. */
export function MessagesSection() {
  const { t } = useTranslation('personal')
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => call(noticeChannels.read) })
  const { submit } = useSubmit({ success: t($ => $.messages.saved), inTurn: true })
  if (!data) return error ? <LoadProblem error={error} retry={() => void refetch()} /> : <SectionSkeleton />
  const choose = (choice: NoticeChoice) => {
    // An answer still on its way predates this choice.
    void queries.cancelQueries({ queryKey })
    queries.setQueryData<Chosen>(queryKey, before => before && { ...before, ...withChoice(before, choice) })
    void submit(() => call(noticeChannels.choose, { body: choice }))
  }
  return (
    <>
      <Matrix chosen={data} choose={channels => choose({ channels })} />
      <p className="caption">{t($ => $.messages.inAppSays)}</p>
      <p className="caption">
        {!data.isMailSetUp
          ? t($ => $.messages.mailNotSetUp)
          : data.email
            ? t($ => $.messages.mailTo, { email: data.email })
            : t($ => $.messages.noMail)}
      </p>
      <PushRow browsers={data.browsers} />
      <QuietHours quiet={data.quiet} choose={quiet => choose({ quiet })} />
    </>
  )
}

/** Mails need an address, pushes a listening browser. What is chosen waits for a mail server that is not set up yet. */
const reaches = ({ email, browsers }: Chosen, channel: (typeof channels)[number]) =>
  channel === 'inApp' || (channel === 'mail' ? email !== null : browsers > 0)

interface MatrixProps {
  chosen: Chosen
  choose: (channels: NoticeChoice['channels']) => void
}

function Matrix({ chosen, choose }: MatrixProps) {
  const { t } = useTranslation('personal')
  return (
    <table className="messages-matrix">
      <thead>
        <tr>
          <th scope="col">{t($ => $.messages.what)}</th>
          {channels.map(channel => (
            <th key={channel} scope="col">
              {t($ => $.messages[channel])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {types.map(type => (
          <tr key={type}>
            <th scope="row">
              <strong>{t($ => $.messages.kinds[type])}</strong>
              <p className="caption">{t($ => $.messages.kindsSay[type])}</p>
            </th>
            {channels.map(channel => (
              <td key={channel}>
                <Checkbox
                  aria-label={`${t($ => $.messages.kinds[type])}: ${t($ => $.messages[channel])}`}
                  checked={chosen.channels[type][channel] && reaches(chosen, channel)}
                  disabled={!reaches(chosen, channel) || (channel === 'inApp' && type === 'device_alarm')}
                  onChange={({ target: { checked } }) => choose({ [type]: { [channel]: checked } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const NIGHT = { from: '22:00', until: '06:00' }
/** Every half hour of a day. */
const times = Array.from({ length: 48 }, (_, half) => {
  const value = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
  return { value, label: value }
})

interface QuietProps {
  quiet: NoticeChannels['quiet']
  choose: (quiet: NoticeChannels['quiet']) => void
}

function QuietHours({ quiet, choose }: QuietProps) {
  const { t } = useTranslation('personal')
  const id = useId()
  const zone = useZone()
  const select = (end: 'from' | 'until', hours: NonNullable<typeof quiet>) => (
    <Select
      aria-label={t($ => $.messages[end])}
      value={hours[end]}
      onChange={value => choose({ ...hours, [end]: value })}
      options={times.filter(({ value }) => value !== hours[end === 'from' ? 'until' : 'from'])}
    />
  )
  return (
    <div className="personal-part personal-part-gap">
      <div className="messages-quiet split gap-6">
        <div>
          <strong id={id}>{t($ => $.messages.quiet)}</strong>
          <p className="caption">{t($ => $.messages.quietSays)}</p>
        </div>
        <Switch
          aria-labelledby={id}
          checked={quiet !== null}
          onChange={isOn => choose(isOn ? NIGHT : null)}
        />
      </div>
      {quiet && (
        <div className="messages-hours row wrap">
          <span>{t($ => $.messages.from)}</span>
          {select('from', quiet)}
          <span>{t($ => $.messages.until)}</span>
          {select('until', quiet)}
          <span className="caption">{t($ => $.messages.zone, { zone })}</span>
        </div>
      )}
    </div>
  )
}
