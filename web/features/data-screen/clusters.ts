import { type DataScreen, type WallState, wallStates } from '#shared/contracts/data-screen.ts'
import { type Point, pointOf } from '#web/components/world-map/projection.ts'

type Place = DataScreen['places'][number]

/** Places that lie so close together that their marks would cover each other. */
export interface Cluster {
  /** The worst of them. */
  place: Place
  /** How many there are, with that one. */
  count: number
  at: Point
}

/** Marks closer than this cover each other, in the box of the map. */
const APART = 18

const badness = (state: WallState) => wallStates.indexOf(state)

/** Puts places of one neighbourhood together under the worst of them, the worst first; none is lost. */
export function clustersOf(places: readonly Place[]): Cluster[] {
  const clusters: Cluster[] = []
  for (const place of places.toSorted((one, other) => badness(other.state) - badness(one.state))) {
    const at = pointOf(place)
    const near = clusters.find(cluster => Math.hypot(cluster.at.x - at.x, cluster.at.y - at.y) < APART)
    if (near) near.count += 1
    else clusters.push({ place, count: 1, at })
  }
  return clusters
}
