/** What the birds of a house cannot take or lay in a quarter of an hour: a day's worth of it each. L, kg and eggs a bird. */
const MOST_A_BIRD = { water: 0.6, feed: 0.35, eggs: 1.1 }
/** Where nobody knows how many birds there are: more than pipes, augers and belts of a house move in that time. */
const MOST_A_HOUSE = { water: 7_500, feed: 5_000, eggs: 50_000 }

export type MeterFigure = keyof typeof MOST_A_BIRD

/** More than this in a quarter of an hour is no growth of a counter but a mistake. L, kg, eggs. */
export const mostInAQuarter = (figure: MeterFigure, birds: number | null): number =>
  birds ? Math.max(50, birds * MOST_A_BIRD[figure]) : MOST_A_HOUSE[figure]
