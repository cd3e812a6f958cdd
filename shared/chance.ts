/** Seeded chance: the same seed gives the same farm. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number
  /** mean 0, standard deviation about 1 */
  noise(): number
}

/** A random stream from a 32-bit seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  return {
    next: () => draw() / 4_294_967_296,
    noise() {
      // the sum of four uniform numbers is close enough to a bell curve; the four bytes of one draw serve as these
      const bits = draw()
      const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24)
      return (sum / 255 - 2) * Math.sqrt(3)
    },
  }
}

/** Mixes a seed with a number into an independent value 0 ≤ x < 1, always the same. */
export function chanceAt(seed: number, index: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index | 0, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return ((h ^ (h >>> 15)) >>> 0) / 4_294_967_296
}

/** How many of what happens `mean` times on average happen this time (Poisson), always the same for a seed and a number. */
export function poissonAt(seed: number, index: number, mean: number): number {
  const drawn = chanceAt(seed, index)
  let count = 0
  let share = Math.exp(-mean)
  for (let sum = share; sum < drawn && count < 10 * mean + 50; sum += share) share *= mean / ++count
  return count
}

/** A 32-bit seed from words and numbers. */
export function seedOf(...parts: (string | number)[]): number {
  let hash = 2_166_136_261
  for (const char of parts.join('/')) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

/** Smooth seeded course in −1…1 that wanders once per `period`, at a point in the same unit. */
export function wander(seed: number, at: number, period: number): number {
  const index = Math.floor(at / period)
  const share = at / period - index
  const soft = share * share * (3 - 2 * share)
  const from = chanceAt(seed, index)
  return 2 * (from + (chanceAt(seed, index + 1) - from) * soft) - 1
}
