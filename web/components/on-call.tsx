import { useQuery } from '@tanstack/react-query'
import { PhoneCall, PhoneOff, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alarmDuties } from '#shared/contracts/alarm-rules.ts'
import { paths } from '#shared/screens.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { useScreen } from './screen-context.tsx'
import { ScreenLink } from './screen-link.tsx'
import { spanOf } from './time.tsx'
import './on-call.css'

/** Duties change with the minute. ms */
const AGAIN = 60_000

/** Of the own farm, for a house or for all; nothing for others. */
function useOnCall(houseId: string | undefined) {
  const may = useMayCall(alarmDuties.now)
  return useQuery({
    queryKey: [alarmDuties.plan.path, 'now', houseId],
    queryFn: () => call(alarmDuties.now, { query: houseId ? { houseId } : {} }),
    refetchInterval: AGAIN,
    enabled: may,
    retry: false,
  })
}

interface Props {
  houseId?: string | undefined
}

/**
 * Who of the own farm is on call now, in the order in which they are told, with a warning if nobody is phoned and for each way by
 * which alarms do not go out.
 */
export function OnCallLine({ houseId }: Props) {
  const { t } = useTranslation('components')
  const { language } = useReader()
  const { data, isLoading } = useOnCall(houseId)
  // Its place, so that nothing below moves.
  if (isLoading) return <p className="caption on-call-line">{'\u00a0'}</p>
  if (!data || !(data.hasPlan || data.mute > 0 || data.dead.length > 0)) return null
  const names = data.people.map(({ name, isMe }) => (isMe ? t($ => $.onCall.you) : name))
  return (
    <p className="caption on-call-line" data-nobody={names.length === 0 || undefined}>
      {data.hasPlan && (
        <>
          <PhoneCall size={14} aria-hidden />{' '}
          {names.length > 0
            ? t($ => $.onCall.now, { names: names.join(t($ => $.onCall.then)) })
            : t($ => $.onCall.nobody)}{' '}
        </>
      )}
      <NoVoice houseId={houseId} />
      {data.dead.map(({ way, since }) => (
        <strong key={way} className="no-voice">
          <Unplug size={14} aria-hidden />{' '}
          {t($ => $.onCall.dead, {
            way: t($ => $.onCall.ways[way]),
            span: spanOf(Date.now() - Date.parse(since), language),
          })}{' '}
        </strong>
      ))}
    </p>
  )
}

/** A mail or a push wakes few people: says that alarms phone nobody, and leads to where that is mended. */
function NoVoice({ houseId }: Props) {
  const { t } = useTranslation('components')
  const { exists } = useScreen()
  const { data } = useOnCall(houseId)
  if (!data || data.mute === 0) return null
  return (
    <ScreenLink className="no-voice" to={paths.alarmRules} isOpen={exists(paths.alarmRules)}>
      <PhoneOff size={14} aria-hidden />{' '}
      {houseId ? t($ => $.onCall.houseMute) : t($ => $.onCall.mute, { count: data.mute })}
    </ScreenLink>
  )
}
