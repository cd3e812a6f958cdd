/** A place on the earth, degrees. */
export interface Degrees {
  longitude: number
  latitude: number
}
/** A point of the dotted map, in its box of 1000 by 470. */
export interface Point {
  x: number
  y: number
}

// The Natural Earth projection of the dots (README), by its polynomials: d3-geo would add a whole library for these.
const MIDDLE = { longitude: 11, x: 500, y: 263 }
const SCALE = 181.33
const RADIANS = Math.PI / 180
/** Newton's method stops here, radians: less than a metre. */
const NEAR = 1e-7
const STEPS = 12

const wide = (p2: number, p4: number) =>
  0.8707 - 0.131979 * p2 + p4 * (-0.013791 + p4 * (0.003971 * p2 - 0.001529 * p4))
const high = (p2: number, p4: number) =>
  1.007226 + p2 * (0.015085 + p4 * (-0.044475 + 0.028874 * p2 - 0.005916 * p4))
/** Derivative of the height by latitude. */
const steep = (p2: number, p4: number) =>
  1.007226 + p2 * (0.015085 * 3 + p4 * (-0.044475 * 7 + 0.028874 * 9 * p2 - 0.005916 * 11 * p4))

/** From −180 to 180. */
const around = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

/** Where a place is on the map. */
export function pointOf({ longitude, latitude }: Degrees): Point {
  const phi = latitude * RADIANS
  const [p2, p4] = [phi ** 2, phi ** 4]
  return {
    x: MIDDLE.x + SCALE * around(longitude - MIDDLE.longitude) * RADIANS * wide(p2, p4),
    y: MIDDLE.y - SCALE * phi * high(p2, p4),
  }
}

/** The place at a point of the map; points outside the earth give its nearest edge. */
export function degreesOf({ x, y }: Point): Degrees {
  const height = (MIDDLE.y - y) / SCALE
  let phi = height
  for (let step = 0; step < STEPS; step++) {
    const [p2, p4] = [phi ** 2, phi ** 4]
    const change = (phi * high(p2, p4) - height) / steep(p2, p4)
    phi -= change
    if (Math.abs(change) < NEAR) break
  }
  phi = Math.min(Math.max(phi, -Math.PI / 2), Math.PI / 2)
  const away = (x - MIDDLE.x) / SCALE / wide(phi ** 2, phi ** 4) / RADIANS
  const longitude = around(Math.min(Math.max(away, -180), 180) + MIDDLE.longitude)
  return { longitude, latitude: phi / RADIANS }
}

/** A part of the earth, degrees, from its western edge eastward; across the date line `west` is the greater one. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** The part of the earth between these corners of the map: a bounding box. */
export function boxOf(topLeft: Point, bottomRight: Point): Box {
  const { latitude: north } = degreesOf(topLeft)
  const { latitude: south } = degreesOf(bottomRight)
  // Places drift to the middle towards the poles: an edge is farthest out at one of its ends, or at the equator.
  const heights = [topLeft.y, bottomRight.y, Math.min(Math.max(MIDDLE.y, topLeft.y), bottomRight.y)]
  const away = (x: number) => heights.map(y => around(degreesOf({ x, y }).longitude - MIDDLE.longitude))
  const [left, right] = [Math.min(...away(topLeft.x)), Math.max(...away(bottomRight.x))]
  return { west: around(left + MIDDLE.longitude), south, east: around(right + MIDDLE.longitude), north }
}
