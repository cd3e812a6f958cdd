import { type Random, seededRandom } from '#shared/chance.ts'
import type { HouseType } from '#shared/signals.ts'
import { zoneOffset } from '../house-clock.ts'
import type { House } from '../house-parts.ts'
import { barCode, CELL, placeOfCell } from './bar-code.ts'
import { Canvas, type Colour } from './canvas.ts'
import { type Planes, planesOf } from './encoder.ts'

export const WIDTH = 640
export const HEIGHT = 360
/** In whole macroblocks. */
const ROWS = 368

/** What a camera sees of a house. */
export interface HouseView {
  code: string
  type: HouseType
  timeZone: string
  /** days; negative before the birds arrive */
  age: number
  hasBirds: boolean
  /** 0 dark to 1 */
  light: number
  /** which of the fan groups turn */
  fans: boolean[]
  hasAlarm: boolean
  /** °C */
  temperature: number
}

/** What there is to be seen in a simulated house now. */
export function viewOf(code: string, house: House): HouseView {
  const { controller, spec, flock, faults } = house
  return {
    code,
    type: spec.type,
    timeZone: spec.timeZone,
    age: house.age,
    hasBirds: flock.alive > 0,
    light: house.powered ? (controller.dimmers[0] ?? 0) / 100 : 0,
    fans: FAN_PLACES.map(
      (_, i) => house.powered && (controller.fans[i] ?? 0) > 0 && !faults.has('fanGroup', i + 1),
    ),
    hasAlarm: house.alarms.all().length > 0,
    temperature: controller.average,
  }
}

/** Upper left corners of the fans in the end wall; 32×32 each. */
const FAN_PLACES: readonly (readonly [number, number])[] = [
  [224, 64],
  [304, 64],
  [384, 64],
  [224, 112],
  [304, 112],
  [384, 112],
]
const FAN = 32
/** The end wall: the floor and the ceiling run from it to the viewer. */
const WALL = { left: 208, right: 432, top: 56, bottom: 160 }
const BIRDS = 46
/** Below this the camera sees by infrared, without colours. */
const INFRARED = 0.03
/** Steps of light that are drawn: a dawn draws the house anew so often. */
const LIGHT_STEPS = 24
const GROWN_DAYS = 35
const CHICK_DAYS = 10
const LAMP = { x: 448, y: 72, radius: 7 }
const CLOCK = { x: 400, y: 6 }

const COLOURS = {
  ceiling: [92, 126, 130],
  beam: [70, 126, 130],
  wall: [128, 124, 132],
  end: [150, 124, 131],
  litter: [112, 108, 144],
  line: [60, 128, 128],
  feeder: [120, 100, 175],
  housing: [40, 128, 128],
  opening: [200, 132, 124],
  blade: [78, 128, 128],
  chick: [196, 70, 148],
  white: [214, 126, 129],
  brown: [112, 104, 158],
  comb: [92, 104, 196],
  lampOn: [110, 90, 230],
  lampOff: [62, 116, 150],
} as const satisfies Record<string, Colour>

interface Bird {
  /** From -1 to 1 across, 0 to 1 towards the viewer. */
  across: number
  near: number
  /** Frames left to walk, and where. */
  walks: number
  step: [number, number]
}

/** Draws one house, picture after picture. */
export class Scene {
  readonly canvas = new Canvas(WIDTH, ROWS)
  readonly #random: Random
  readonly #birds: Bird[]
  readonly #empty: Planes = planesOf(WIDTH, ROWS)
  #shown: { light: number; birds: string } | undefined
  #cells: Uint8Array = new Uint8Array(48).fill(2)
  #second = -1
  #turn = 0

  constructor(seed: number) {
    this.#random = seededRandom(seed)
    this.#birds = Array.from({ length: BIRDS }, () => ({
      across: this.#random.next() * 2 - 1,
      near: this.#random.next() ** 0.8,
      walks: 0,
      step: [0, 0] as [number, number],
    })).sort((a, b) => a.near - b.near)
  }

  /** Draws the house at a moment; `canvas.changed` tells where it differs from the picture before. */
  draw(view: HouseView, at: number): void {
    const { canvas } = this
    canvas.changed.fill(0)
    const isInfrared = view.light < INFRARED
    const light = isInfrared ? -1 : Math.ceil(Math.min(1, view.light) * LIGHT_STEPS)
    const birds = `${view.hasBirds} ${Math.floor(view.age)} ${view.type}`
    const paint = painter(light < 0 ? 0.75 : 0.3 + 0.7 * (light / LIGHT_STEPS) ** 0.4, isInfrared)
    if (this.#shown?.light !== light || this.#shown.birds !== birds) {
      this.#shown = { light, birds }
      this.#cells.fill(2)
      canvas.changed.fill(1)
      this.#drawEmpty(paint)
    }
    const moved = Math.floor(at / 1_000) !== this.#second
    this.#second = Math.floor(at / 1_000)
    if (moved) {
      canvas.mark(CLOCK.x, CLOCK.y, WIDTH - 1, CLOCK.y + 36)
      canvas.mark(LAMP.x - 8, LAMP.y - 8, LAMP.x + 8, LAMP.y + 8)
    }
    for (const [i, [x, y]] of FAN_PLACES.entries())
      if (view.fans[i]) canvas.mark(x, y, x + FAN - 1, y + FAN - 1)
    if (view.hasBirds && view.age >= 0 && !isInfrared) this.#walk(view)
    const cells = barCode(at)
    for (const [i, cell] of cells.entries()) {
      const [column, row] = placeOfCell(i)
      if (cell !== this.#cells[i]) canvas.mark(column * CELL, row * CELL, column * CELL, row * CELL)
    }
    canvas.restore(this.#empty)
    this.#turn = (this.#turn + 21) & 0xff
    for (const [i, place] of FAN_PLACES.entries()) this.#fan(place, view.fans[i] ? this.#turn : 0, paint)
    if (view.hasBirds && view.age >= 0) for (const bird of this.#birds) this.#bird(bird, view, paint)
    const isLit = view.hasAlarm && this.#second % 2 === 0
    canvas.ellipse(LAMP.x, LAMP.y, LAMP.radius, LAMP.radius, isLit ? COLOURS.lampOn : paint(COLOURS.lampOff))
    this.#writing(view, at, cells)
  }

  #writing({ code, timeZone, temperature }: HouseView, at: number, cells: Uint8Array): void {
    const { canvas } = this
    for (const [i, cell] of cells.entries()) {
      const [column, row] = placeOfCell(i)
      canvas.box(
        column * CELL,
        row * CELL,
        (column + 1) * CELL,
        (row + 1) * CELL,
        cell ? [235, 128, 128] : [16, 128, 128],
      )
    }
    this.#cells = cells
    const clock = new Date(at + zoneOffset(timeZone, at)).toISOString()
    const bright: Colour = [235, 128, 128]
    canvas.box(CLOCK.x - 4, CLOCK.y - 4, WIDTH, CLOCK.y + 36, [24, 128, 128])
    canvas.text(`${clock.slice(5, 10)} ${clock.slice(11, 19)}`, CLOCK.x + 40, CLOCK.y, 2, bright)
    canvas.text(`${code.slice(0, 10)} ${temperature.toFixed(1)}C`, CLOCK.x, CLOCK.y + 18, 2, bright)
  }

  #walk(view: HouseView): void {
    for (const bird of this.#birds) {
      if (bird.walks === 0) {
        if (this.#random.next() > 0.012) continue
        bird.walks = 8 + Math.floor(this.#random.next() * 16)
        bird.step = [(this.#random.next() - 0.5) * 0.02, (this.#random.next() - 0.5) * 0.012]
      }
      this.#markBird(bird, view)
      bird.walks -= 1
      bird.across = Math.max(-1, Math.min(1, bird.across + bird.step[0]))
      bird.near = Math.max(0, Math.min(1, bird.near + bird.step[1]))
      this.#markBird(bird, view)
    }
  }

  #markBird(bird: Bird, view: HouseView): void {
    const { x, y, size } = placeOf(bird, view.age)
    this.canvas.mark(
      Math.floor(x - size * 1.8),
      Math.floor(y - size * 1.9),
      Math.ceil(x + size * 1.8),
      Math.ceil(y + size),
    )
  }

  #bird(bird: Bird, { age, type }: HouseView, paint: Paint): void {
    const { x, y, size } = placeOf(bird, age)
    const grown = type === 'layer' ? COLOURS.brown : COLOURS.white
    const colour = paint(age < CHICK_DAYS ? COLOURS.chick : grown)
    const ahead = bird.step[0] < 0 ? -1 : 1
    this.canvas.ellipse(x, y, size * 1.3, size * 0.9, colour)
    this.canvas.ellipse(x + ahead * size * 1.1, y - size * 0.9, size * 0.55, size * 0.5, colour)
    if (age > CHICK_DAYS)
      this.canvas.ellipse(
        x + ahead * size * 1.1,
        y - size * 1.4,
        size * 0.3,
        size * 0.25,
        paint(COLOURS.comb),
      )
  }

  #fan([left, top]: readonly [number, number], turn: number, paint: Paint): void {
    const { canvas } = this
    const at = (top >> 4) * canvas.columns + (left >> 4)
    if (canvas.changed[at] === 0) return
    canvas.box(left, top, left + FAN, top + FAN, paint(COLOURS.housing))
    const [opening, blade] = [paint(COLOURS.opening), paint(COLOURS.blade)]
    const middle = FAN / 2
    for (let y = 2; y < FAN - 2; y++)
      for (let x = 2; x < FAN - 2; x += 2) {
        const angle = ANGLES[y * FAN + x] as number
        if (angle < 0) continue
        const isBlade = ((angle + turn) & 0x3f) < 26 || Math.hypot(x - middle, y - middle) < 4
        canvas.run(left + x, left + x + 2, top + y, isBlade ? blade : opening)
      }
  }

  /** The house without anything that moves. */
  #drawEmpty(paint: Paint): void {
    const { canvas } = this
    const { left, right, top, bottom } = WALL
    const [ceiling, side, litter] = [paint(COLOURS.ceiling), paint(COLOURS.wall), paint(COLOURS.litter)]
    for (let y = 0; y < ROWS; y++) {
      // Where the side walls end at this height, left and right.
      const above = y < top ? (top - y) / top : 0
      const below = y > bottom ? (y - bottom) / (ROWS - bottom) : 0
      const share = Math.max(above, below)
      const edge = Math.round(left * (1 - share))
      canvas.run(0, WIDTH, y, y < top ? ceiling : side)
      if (y > bottom) canvas.run(edge, WIDTH - edge, y, litter)
      if (y < top) {
        canvas.run(0, edge, y, side)
        canvas.run(WIDTH - edge, WIDTH, y, side)
      }
    }
    for (const y of [6, 18, 32, 46]) canvas.box(0, y, WIDTH, y + 3, paint(COLOURS.beam))
    canvas.box(left, top, right, bottom, paint(COLOURS.end))
    for (const across of [-0.45, 0.45])
      for (let near = 0; near <= 1; near += 0.01) {
        const { x, y } = placeOf({ across, near }, GROWN_DAYS)
        canvas.box(
          Math.round(x - 1 - near * 3),
          Math.round(y - 2),
          Math.round(x + 1 + near * 3),
          Math.round(y),
          paint(COLOURS.line),
        )
      }
    for (const across of [-0.45, 0.45])
      for (let near = 0.05; near <= 1; near += 0.09) {
        const { x, y, size } = placeOf({ across, near }, GROWN_DAYS)
        canvas.ellipse(x, y, size * 0.9, size * 0.35, paint(COLOURS.feeder))
      }
    for (const plane of ['y', 'u', 'v'] as const) this.#empty[plane].set(canvas.planes[plane])
  }
}

/** Of each pixel of a fan, in 256ths of a turn; -1 outside. */
const ANGLES = Int16Array.from({ length: FAN * FAN }, (_, i) => {
  const [x, y] = [(i % FAN) - FAN / 2, Math.floor(i / FAN) - FAN / 2]
  return Math.hypot(x, y) > FAN / 2 - 2 ? -1 : Math.round((Math.atan2(y, x) / Math.PI + 1) * 128) & 0xff
})

type Paint = (colour: Colour) => Colour

/** Colours as they look in this light. */
const painter =
  (share: number, isInfrared: boolean): Paint =>
  ([y, u, v]) => {
    const luma = Math.round(16 + (y - 16) * share)
    if (isInfrared) return [luma, 128, 128]
    return [luma, Math.round(128 + (u - 128) * share), Math.round(128 + (v - 128) * share)]
  }

/** Where something on the floor is seen, and how large a bird of this age is there. Pixels */
function placeOf({ across, near }: Pick<Bird, 'across' | 'near'>, age: number) {
  const depth = near ** 1.5
  const grown = 0.4 + 0.6 * Math.min(1, Math.max(0, age) / GROWN_DAYS)
  return {
    x: 320 + across * (100 + 190 * depth),
    y: WALL.bottom + 8 + depth * (HEIGHT - WALL.bottom - 16),
    size: (3 + 12 * depth) * grown,
  }
}
