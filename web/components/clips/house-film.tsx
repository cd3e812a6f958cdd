import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHouseChannels } from '../camera/use-watched.ts'
import { Choice } from '../choice.tsx'
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

/** What a camera of the house saw in a time, a picture every few minutes; nothing where no film is kept. */
export function HouseFilm({ houseId, from, to, at, timeZone, says }: Props) {
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
