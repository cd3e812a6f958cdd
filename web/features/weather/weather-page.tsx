import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type PlaceWeather, weather } from '#shared/contracts/weather.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Age } from '#web/components/time.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { usePlaceWeather } from '#web/components/weather/use-weather.ts'
import { call } from '#web/data/client.ts'
import { BirdsTile } from './birds-tile.tsx'
import { DaysTile } from './days-tile.tsx'
import { HoursTile } from './hours-tile.tsx'
import { NowTile } from './now-tile.tsx'
import './weather.css'

/** `/weather`: now and seven days at a farm, and the effect on the birds in its houses. Place and day are in the address. */
export function WeatherPage() {
  const { t } = useTranslation('weather')
  const { search } = useScreen()
  const places = useQuery({
    queryKey: [weather.places.path],
    queryFn: () => call(weather.places, { query: {} }),
    placeholderData: keepPreviousData,
  })
  const first = places.data?.[0]?.id
  const id = search.place ?? first
  const { data, error, refetch, isPending } = usePlaceWeather(id)
  const failed = places.error ?? error
  if (places.isPending || (id !== undefined && isPending)) return <PageSkeleton />
  return (
    <div className="page weather">
      <div className="list-head">
        <h1>{t($ => $.title)}</h1>
        {(places.data?.length ?? 0) > 1 && <PlacePicker shown={data} />}
      </div>
      {id === undefined && !failed && <Notice title={t($ => $.noPlace)} says={t($ => $.noPlaceSays)} />}
      {failed && !data && (
        <div className="card">
          <LoadProblem error={failed} retry={() => void (places.error ? places.refetch() : refetch())} />
        </div>
      )}
      {data && <Shown weather={data} />}
    </div>
  )
}

function PlacePicker({ shown }: { shown: PlaceWeather | undefined }) {
  const { t } = useTranslation('weather')
  const { setSearch } = useScreen()
  const source = useOptions(weather.places.path, 'picker', search =>
    call(weather.places, { query: { search } }),
  )
  return (
    <RemoteSelect
      className="weather-place"
      aria-label={t($ => $.place)}
      source={source}
      also={shown ? [{ value: shown.place.id, label: shown.place.name }] : []}
      value={shown?.place.id}
      onChange={place => setSearch({ place: String(place) })}
    />
  )
}

function Notice({ title, says }: { title: string; says: string }) {
  return (
    <section className="card weather-tile" role="status">
      <h2>{title}</h2>
      <p className="caption">{says}</p>
    </section>
  )
}

function Shown({ weather: shown }: { weather: PlaceWeather }) {
  const { t } = useTranslation('weather')
  const { search } = useScreen()
  const { source, provider, askedAt, forecast, fault, flocks, place, sensors } = shown
  if (!forecast)
    return source === 'off' ? (
      <Notice title={t($ => $.off)} says={t($ => $.offSays)} />
    ) : (
      <Notice
        title={t($ => $.unanswered)}
        says={`${t($ => $.faults[fault ?? 'silent'], { provider })} ${t($ => $.tryAgain)}`}
      />
    )
  const day = forecast.days.find(each => each.day === search.day)?.day ?? forecast.days[0]?.day
  return (
    <>
      <div className="weather-first">
        <NowTile now={forecast.now} place={place} source={source} sensors={sensors} />
        <BirdsTile flocks={flocks} hours={forecast.hours} zone={place.timeZone} source={source} />
      </div>
      {day && (
        <DaysTile
          days={forecast.days}
          hours={forecast.hours}
          chosen={day}
          zone={place.timeZone}
          source={source}
        />
      )}
      {day && <HoursTile hours={forecast.hours} day={day} zone={place.timeZone} source={source} />}
      <p className="caption">
        {source === 'sample' ? t($ => $.sampleSays) : t($ => $.from, { provider })}
        {source === 'provider' && (
          <>
            {' · '}
            <Age at={askedAt} />
          </>
        )}
        {' · '}
        {t($ => $.alarmsSay)}
      </p>
    </>
  )
}
