/** Ten minutes of a run: means, except for the last level and the total energy. */
export interface RunSample {
  /** end of the ten minutes, ms since 1970 */
  at: number
  /** °C, %, ppm */
  temperature: number
  humidity: number
  co2: number
  nh3: number
  level: number
  /** m³/h */
  airflow: number
  /** kWh of the fans, kWh of heat from the heaters */
  fanKwh: number
  heatKwh: number
  /** °C */
  outside: number
  /** share of the birds' daylight, 0 in their night */
  light: number
}

/** Values during a step. */
export interface Step extends Omit<RunSample, 'at' | 'fanKwh' | 'heatKwh'> {
  fanKw: number
  heatKw: number
}

/** min from one sample to the next: a whole number of turns of the fan timer */
export const SAMPLE_MIN = 10
const SAMPLE_MS = SAMPLE_MIN * 60_000
const measured = [
  'temperature',
  'humidity',
  'co2',
  'nh3',
  'airflow',
  'fanKw',
  'heatKw',
  'outside',
  'light',
] as const

/** Gathers equal steps from `from` (ms) on into samples. */
export function sampler(from: number) {
  const all: RunSample[] = []
  const sums = new Float64Array(measured.length)
  let steps = 0
  return {
    all,
    add(at: number, step: Step): void {
      for (let i = 0; i < measured.length; i++) sums[i] = (sums[i] as number) + step[measured[i] as 'co2']
      steps++
      if ((at - from) % SAMPLE_MS !== 0) return
      const mean = Object.fromEntries(measured.map((key, i) => [key, (sums[i] as number) / steps])) as Record<
        (typeof measured)[number],
        number
      >
      const { fanKw, heatKw, ...means } = mean
      const [fanKwh, heatKwh] = [(fanKw * SAMPLE_MIN) / 60, (heatKw * SAMPLE_MIN) / 60]
      all.push({ at, ...means, level: step.level, fanKwh, heatKwh })
      sums.fill(0)
      steps = 0
    },
  }
}
