import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, InputNumber, Modal } from 'antd'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraRecordings, type Recording } from '#shared/contracts/camera-clips.ts'
import { cameraChannels, type WatchedChannel } from '#shared/contracts/cameras.ts'
import { CLIP_SECONDS, FILM, REPLAY, RING } from '#shared/limits.ts'
import { instantOf, localText } from '#shared/zone-time.ts'
import { Replay } from '#web/components/camera/replay.tsx'
import { ClipList } from '#web/components/clips/clip-list.tsx'
import { FilmView } from '#web/components/clips/film-view.tsx'
import { useClips } from '#web/components/clips/use-clips.ts'
import { useFilm } from '#web/components/clips/use-film.ts'
import { MomentInput } from '#web/components/day/moment-input.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { HouseMoment, useZone } from '#web/components/time.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { useMayCall } from '#web/data/session.ts'

/** What is recorded moves on. ms */
const REREAD_MS = 10_000
const MINUTE_MS = 60_000
const TEN_MINUTES_MS = 10 * MINUTE_MS
const DAY_MS = 86_400_000

/** What is recorded of a channel, what was kept of it, and the film of its last day. */
export function RecordingPanel({ channel, close }: { channel: WatchedChannel; close: () => void }) {
  const { t } = useTranslation('house-cameras')
  const { t: word } = useTranslation('components')
  const screen = useScreen()
  const { id } = channel
  const { data, refetch } = useQuery({
    queryKey: [cameraRecordings.get.path, id],
    queryFn: () => call(cameraRecordings.get, { params: { id } }),
    refetchInterval: REREAD_MS,
  })
  const { data: clips } = useClips({ channelId: id })
  return (
    <Modal
      open
      width={720}
      title={t($ => $.recording.of, { name: channel.name })}
      onCancel={close}
      getContainer={screen.frame}
      closable={{ 'aria-label': word($ => $.close) }}
      footer={<Button onClick={close}>{word($ => $.close)}</Button>}
    >
      <div className="recording">
        {channel.canReplay && <OnRecorder channel={channel} />}
        {data && <Switches recording={data} changed={() => void refetch()} />}
        {data && data.spans.length > 0 && <Cut recording={data} />}
        {clips && clips.items.length > 0 && (
          <section aria-label={t($ => $.recording.clips)}>
            <h3>{t($ => $.recording.clips)}</h3>
            <ClipList clips={clips.items} />
          </section>
        )}
        {data?.films && <DayFilm channel={channel} />}
      </div>
    </Modal>
  )
}

/** Plays what the camera's own recorder kept from a moment on. */
function OnRecorder({ channel }: { channel: WatchedChannel }) {
  const { t } = useTranslation('components')
  const zone = useZone()
  const mayPlay = useMayCall(cameraChannels.replay)
  const [moment, setMoment] = useState(() => localText(serverNow() - TEN_MINUTES_MS, zone).slice(0, 16))
  const [from, setFrom] = useState<number | null>(null)
  if (!mayPlay) return null
  return (
    <section aria-label={t($ => $.replay.title)}>
      <h3>{t($ => $.replay.title)}</h3>
      <div className="row wrap gap-1">
        <MomentInput
          className="replay-moment"
          aria-label={t($ => $.replay.from)}
          value={moment}
          max={localText(serverNow(), zone).slice(0, 16)}
          onChange={setMoment}
        />
        <Button
          icon={<Play size={14} aria-hidden />}
          disabled={Number.isNaN(instantOf(moment, zone))}
          onClick={() => setFrom(instantOf(moment, zone))}
        >
          {t($ => $.replay.play)}
        </Button>
      </div>
      {from !== null && (
        <Replay
          key={from}
          channel={channel}
          from={from}
          to={Math.min(from + REPLAY.minutes * MINUTE_MS, serverNow())}
          timeZone={zone}
        />
      )}
    </section>
  )
}

interface OfRecording {
  recording: Recording
}

function Switches({ recording, changed }: OfRecording & { changed: () => void }) {
  const { t } = useTranslation('house-cameras')
  const maySwitch = useMayCall(cameraRecordings.change)
  const switching = useSubmit({ inTurn: true })
  const { id, records, films, stopped } = recording
  const set = (body: { records: boolean; films: boolean }) =>
    void switching.submit(() => call(cameraRecordings.change, { params: { id }, body })).then(changed)
  return (
    <>
      <Checkbox
        checked={records}
        disabled={!maySwitch}
        onChange={({ target }) => set({ records: target.checked, films })}
      >
        {t($ => $.recording.records, { minutes: RING.minutes })}
      </Checkbox>
      <Checkbox
        checked={films}
        disabled={!maySwitch}
        onChange={({ target }) => set({ records, films: target.checked })}
      >
        {t($ => $.recording.films, { minutes: FILM.everyMinutes })}
      </Checkbox>
      <p className="caption">{t($ => $.recording.says)}</p>
      {stopped && (
        <p role="status">
          <strong>{t($ => $.recording.stopped[stopped])}</strong>
        </p>
      )}
    </>
  )
}

/** Keeps a part of the last minutes as a clip. */
function Cut({ recording }: OfRecording) {
  const { t } = useTranslation('house-cameras')
  const zone = useZone()
  const [ago, setAgo] = useState<number | null>(3)
  const [length, setLength] = useState<number | null>(2)
  const cutting = useSubmit({ success: t($ => $.recording.cutting) })
  const mayCut = useMayCall(cameraRecordings.cut)
  const { id, spans } = recording
  const [first] = spans
  const cut = () =>
    void cutting.submit(() => {
      // A recording that has only begun gives what there is.
      const from = Math.max(serverNow() - (ago ?? 1) * MINUTE_MS, first ? Date.parse(first.fromAt) : 0)
      const to = Math.min(from + (length ?? 1) * MINUTE_MS, serverNow())
      const body = { fromAt: new Date(from).toISOString(), toAt: new Date(to).toISOString() }
      return call(cameraRecordings.cut, { params: { id }, body })
    })
  if (!mayCut) return null
  return (
    <section aria-label={t($ => $.recording.cut)}>
      {first && (
        <p className="caption">
          {t($ => $.recording.since)} <HouseMoment at={first.fromAt} timeZone={zone} />
        </p>
      )}
      <div className="row wrap gap-1">
        <InputNumber
          className="recording-minutes"
          aria-label={t($ => $.recording.ago)}
          prefix={t($ => $.recording.ago)}
          min={1}
          max={RING.minutes}
          precision={0}
          value={ago}
          onChange={setAgo}
        />
        <InputNumber
          className="recording-minutes"
          aria-label={t($ => $.recording.length)}
          prefix={t($ => $.recording.length)}
          min={1}
          max={CLIP_SECONDS.most / 60}
          precision={0}
          value={length}
          onChange={setLength}
        />
        <Button disabled={ago === null || length === null} loading={cutting.busy} onClick={cut}>
          {t($ => $.recording.cut)}
        </Button>
      </div>
    </section>
  )
}

/** The last day, a picture every few minutes. */
function DayFilm({ channel }: { channel: WatchedChannel }) {
  const { t } = useTranslation('house-cameras')
  const zone = useZone()
  const [to] = useState(serverNow)
  const film = useFilm(channel.id, to - DAY_MS, to)
  return (
    <section aria-label={t($ => $.recording.day)}>
      <h3>{t($ => $.recording.day)}</h3>
      {film ? (
        <FilmView key={film.source} film={film} name={channel.name} timeZone={zone} at={null} />
      ) : (
        film === null && <p className="caption">{t($ => $.recording.noFilm)}</p>
      )}
    </section>
  )
}
