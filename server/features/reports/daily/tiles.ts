import { dateOf } from '#shared/dates.ts'
import { flockMeasures } from '#shared/flock-figures/standard.ts'
import { tellsLosses } from '#shared/flocks.ts'
import { metricByName } from '#shared/signals.ts'
import type { Text } from '#shared/text.ts'
import { shownUnit } from '#shared/units.ts'
import { senseInks, type Tile } from '../../../platform/pdf/parts.ts'
import { bare, count, NOTHING, number, range, standardSays } from '../../../platform/pdf/words.ts'
import type { DrawnMetric } from './data.ts'
import { type Drawing, words } from './drawing.ts'
import { type Figure, type FlockOfDay, isLaying, seriesOf, spanOf } from './figures.ts'

/** The day's key figures, in large type. */
export function tilesOf({ daily, reader, t, ofDay }: Drawing): Tile[] {
  const { language } = reader
  if (!daily.flock || !ofDay) return climateTiles({ daily, reader, t })
  const { placedCount } = daily.flock.found.row
  const { today, lost, losses } = ofDay
  const gone = today && tellsLosses(today) ? (today.dead ?? 0) + (today.culled ?? 0) : null
  const plain = (title: Text, value: number | null, says: string): Tile => ({
    title: t(title),
    value: count(value, reader),
    unit: '',
    says,
    ink: 'text',
  })
  const figure = (measure: Figure['measure']): Tile => {
    const found = ofDay.figures.find(each => each.measure === measure)
    const { unit, decimals, label } = flockMeasures[measure]
    const standard = found?.standard ?? null
    const says = standard
      ? t(words.standard, { standard: standardSays(measure, standard, reader) })
      : t(words.noStandard)
    return {
      title: label[language],
      value: bare(found?.value ?? null, unit, decimals, reader),
      unit: [shownUnit(unit, reader.units).unit, found?.isMeasured && t(words.measured)]
        .filter(Boolean)
        .join(' · '),
      says,
      ink: senseInks[found?.sense ?? 'neutral'],
    }
  }
  return [
    plain(
      words.alive,
      ofDay.alive,
      placedCount === null ? '' : t(words.ofPlaced, { placed: count(placedCount, reader) }),
    ),
    plain(
      words.dead,
      gone,
      losses === null
        ? lost === null
          ? t(words.nothingTold)
          : t(words.countSinceStart, { lost: count(lost, reader) })
        : t(words.sinceStart, { lost: count(lost, reader), share: number(losses, 2, language) }),
    ),
    ...(isLaying(daily.flock) ? [figure('rate')] : [weightTile(ofDay, { reader, t })]),
    figure('feed'),
    figure('water'),
  ]
}

/** The last weighing: birds are not weighed every day. */
function weightTile(ofDay: FlockOfDay, { reader, t }: Pick<Drawing, 'reader' | 't'>): Tile {
  const { unit, decimals, label } = flockMeasures.weight
  const { weighed } = ofDay
  return {
    title: label[reader.language],
    value: bare(weighed?.weight ?? null, unit, decimals, reader),
    unit: shownUnit(unit, reader.units).unit,
    says: weighed ? t(words.lastWeighed, { day: dateOf(weighed.day, reader.language) }) : t(words.notTold),
    ink: 'text',
  }
}

/** For a house without birds: its air. */
function climateTiles({ daily, reader, t }: Pick<Drawing, 'daily' | 'reader' | 't'>): Tile[] {
  const of = (metric: DrawnMetric, title: Text): Tile => {
    const { unit = '', decimals = 0 } = metricByName.get(metric) ?? {}
    const span = spanOf(seriesOf(daily.climate, metric))
    const say = (value: number) => bare(value, unit, decimals, reader)
    return {
      title: t(title),
      value: span ? say(span.mean) : NOTHING,
      unit: shownUnit(unit, reader.units).unit,
      says: span ? range(say(span.low), say(span.high)) : t(words.nothing),
      ink: 'text',
    }
  }
  return [
    of('Climate/Temp/Avg', words.temperature),
    of('Climate/Hum/Avg', words.humidity),
    of('Climate/Temp/Outdoor', words.outside),
  ]
}
