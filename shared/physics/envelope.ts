/** The building: areas, volume and losses through its shell. Metres, W, K. */
export interface Envelope {
  /** m² */
  floor: number
  roof: number
  wall: number
  /** m³ */
  volume: number
  /** m² of the cross-section the tunnel air passes */
  section: number
  /** W/K through roof, walls, openings and floor edge */
  conductance: number
}

/** Heat transmission of the parts, W/(m²·K); floor edge W/(m·K). */
export interface Insulation {
  roof: number
  wall: number
  opening: number
  floorEdge: number
  /** share of the wall that is doors, inlets and fans */
  openShare: number
}

/** An insulated house: roof about R 3.5. */
const INSULATED: Insulation = { roof: 0.3, wall: 0.4, opening: 3, floorEdge: 0.9, openShare: 0.06 }

/** Rise of the ridge over the eaves per metre of width: 0.75 m in a 14 m house. */
const RIDGE_RISE_PER_WIDTH = 0.75 / 14

/** Areas and losses of a gabled house of `length` × `width` m with side walls of `height` m. */
export function houseEnvelope(
  length: number,
  width: number,
  height: number,
  insulation: Insulation = INSULATED,
): Envelope {
  const rise = width * RIDGE_RISE_PER_WIDTH
  const roof = 2 * Math.hypot(width / 2, rise) * length
  const wall = 2 * (length + width) * height + width * rise
  const openings = insulation.openShare * wall
  const section = width * (height + rise / 2)
  const conductance =
    roof * insulation.roof +
    (wall - openings) * insulation.wall +
    openings * insulation.opening +
    2 * (length + width) * insulation.floorEdge
  return { floor: length * width, roof, wall, volume: section * length, section, conductance }
}
