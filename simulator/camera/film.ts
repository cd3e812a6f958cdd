import { type EncodedPicture, Encoder } from './encoder.ts'
import { HEIGHT, type HouseView, Scene, WIDTH } from './scene.ts'

/** Pictures a second, and how many until the next key frame. */
export const RATE = 12
const KEY_EVERY = 24

/** A picture as it goes out. */
export interface Shot extends EncodedPicture {
  /** When it was drawn, ms since 1970. */
  at: number
}

/** Films one house as long as somebody watches. */
export class Film {
  readonly #view: () => HouseView
  readonly #scene: Scene
  readonly #encoder = new Encoder({ width: WIDTH, height: HEIGHT, framesPerSecond: RATE })
  readonly #watchers = new Set<(shot: Shot) => void>()
  #timer: NodeJS.Timeout | undefined
  #due = 0
  #count = 0

  constructor(view: () => HouseView, seed: number) {
    this.#view = view
    this.#scene = new Scene(seed)
  }

  /** Parameter sets of the stream. */
  parameterSets(): Buffer[] {
    return this.#encoder.parameterSets()
  }

  /** Sends every picture from a key frame on; call the returned function to stop. */
  watch(watcher: (shot: Shot) => void): () => void {
    this.#watchers.add(watcher)
    this.#count = 0
    if (!this.#timer) {
      this.#due = performance.now()
      this.#next()
    }
    return () => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size > 0) return
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
  }

  #next(): void {
    this.#timer = setTimeout(
      () => {
        this.#next()
        this.#shoot()
      },
      Math.max(0, this.#due - performance.now()),
    )
    this.#due = Math.max(this.#due + 1_000 / RATE, performance.now())
  }

  #shoot(): void {
    const at = Date.now()
    this.#scene.draw(this.#view(), at)
    const { planes, changed } = this.#scene.canvas
    const isKey = this.#count % KEY_EVERY === 0
    this.#count += 1
    const shot = { ...this.#encoder.encode(planes, changed, isKey), at }
    // From a copy: a watcher may stop watching while it is called.
    for (const watcher of Array.from(this.#watchers)) watcher(shot)
  }
}
