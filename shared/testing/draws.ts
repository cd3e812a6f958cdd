/** Random-looking numbers that are the same in every run. */
export function draws(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  return {
    next,
    amount: () =>
      `${next(10_000_000)}.${String(next(10_000))
        .padStart(4, '0')
        .slice(0, 1 + next(4))}`,
  }
}

/** Five hundred of them, for properties that hold for all. */
export const many = Array.from({ length: 500 }, (_, seed) => draws(seed + 1))
