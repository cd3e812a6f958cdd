import { Button } from 'antd'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraChannels } from '#shared/contracts/cameras.ts'
import { serverNow } from '#web/data/clock.ts'
import { useMayCall } from '#web/data/session.ts'
import { Replay } from '../camera/replay.tsx'
import { useHouseChannels } from '../camera/use-watched.ts'
import { Choice } from '../choice.tsx'
import { HouseMoment } from '../time.tsx'
import { FilmView } from './film-view.tsx'
import { useFilm } from './use-film.ts'

interface Props {
  houseId: string
  /** ms since 1970 */
  from: number
  to: number
  /** The moment to show, ms since 1970; null where nothing points. */
  at: number | null
  timeZone: string
  /** Said where there is no film; nothing by default. */
  says?: string
}

/** What cameras of the house saw in a time: the film, and what a recorder kept at the moment under a pointer. */
export function HouseFilm(shown: Props) {
  const { houseId, at, timeZone } = shown
  return (
    <>
      <FilmOfHouse {...shown} />
      <RecorderOfHouse houseId={houseId} at={at} timeZone={timeZone} />
    </>
  )
}

/** A recording begins so long before the moment that is asked for, and ends so long after its beginning. ms */
const BEFORE_MS = 15_000
const LENGTH_MS = 10 * 60_000

/** Plays what the recorder of the house kept at the last moment that was pointed at; nothing without such a recorder. */
function RecorderOfHouse({ houseId, at, timeZone }: Pick<Props, 'houseId' | 'at' | 'timeZone'>) {
  const { t } = useTranslation('components')
  const mayPlay = useMayCall(cameraChannels.replay)
  const channel = useHouseChannels(houseId).find(({ canReplay }) => canReplay)
  // Whoever moves from the curve to the button still means that moment.
  const [pointed, setPointed] = useState(at)
  if (at !== null && at !== pointed) setPointed(at)
  const [from, setFrom] = useState<number | null>(null)
  if (!channel || !mayPlay || pointed === null) return null
  return (
    <section className="film" aria-label={t($ => $.replay.title)}>
      <Button icon={<Play size={14} aria-hidden />} onClick={() => setFrom(pointed - BEFORE_MS)}>
        {t($ => $.replay.at)} <HouseMoment at={new Date(pointed).toISOString()} timeZone={timeZone} />
      </Button>
      {from !== null && (
        <Replay
          key={from}
          channel={channel}
          from={from}
          to={Math.min(from + LENGTH_MS, serverNow())}
          timeZone={timeZone}
        />
      )}
    </section>
  )
}

/** What a camera of the house saw in a time, a picture every few minutes; nothing where no film is kept. */
function FilmOfHouse({ houseId, from, to, at, timeZone, says }: Props) {
  const { t } = useTranslation('components')
  const channels = useHouseChannels(houseId)
  const [chosen, setChosen] = useState<string>()
  const channel = channels.find(({ id }) => id === chosen) ?? channels[0]
  const film = useFilm(channel?.id, from, to)
  // A house with several cameras may film with another one.
  if (!channel) return null
  if (!film && channels.length < 2)
    return film === null && says !== undefined ? <p className="caption">{says}</p> : null
  return (
    <section className="film" aria-label={t($ => $.film.title)}>
      <h3>{t($ => $.film.title)}</h3>
      {channels.length > 1 && (
        <Choice
          label={t($ => $.camera.which)}
          options={channels.map(({ id, name }) => [id, name] as const)}
          chosen={channel.id}
          choose={setChosen}
        />
      )}
      {film ? (
        <FilmView key={film.source} film={film} name={channel.name} timeZone={timeZone} at={at} />
      ) : (
        film === null && <p className="caption">{t($ => $.film.notKept)}</p>
      )}
    </section>
  )
}
