import type { DataScreen } from '#shared/contracts/data-screen.ts'
import { urgencies } from '#shared/house-urgency.ts'
import { type Point, pointOf } from '#web/components/world-map/projection.ts'

type Place = DataScreen['places'][number]

/** Places so close together that their marks would overlap. */
export interface Cluster {
  /** The worst of them. */
  place: Place
  /** How many there are, including that one. */
  count: number
  at: Point
}

/** Marks closer than this overlap, in the map's units. */
const APART = 18

const placeOf = ({ urgency }: Place) => urgencies.indexOf(urgency)

/** Groups neighbouring places under the worst of them, worst first; none is lost. */
export function clustersOf(places: readonly Place[]): Cluster[] {
  const clusters: Cluster[] = []
  for (const place of places.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const at = pointOf(place)
    const near = clusters.find(cluster => Math.hypot(cluster.at.x - at.x, cluster.at.y - at.y) < APART)
    if (near) near.count += 1
    else clusters.push({ place, count: 1, at })
  }
  return clusters
}
