import { describe, expect, test } from 'vitest'
import { litters } from '../litter.ts'
import checkValues from './check-values.json' with { type: 'json' }
import { litterAmmonia, mostLitterAmmonia } from './litter-ammonia.ts'
import { ammoniaAt, minimumVentilationPerBird } from './ventilation-need.ts'

test.each(checkValues.litter)('litter gives off its ammonia at day $age', ({ age, most, ...by }) => {
  for (const litter of litters) expect(litterAmmonia(litter, age)).toBeCloseTo(by[litter], 4)
  expect(mostLitterAmmonia(age)).toBeCloseTo(most, 4)
})

test('20 000 broilers of day 35 at the minimum of a winter’s day stand in what their litter gives', () => {
  const { airflow, nh3ReusedLitter } = checkValues.broilersInWinter
  expect(ammoniaAt(litterAmmonia('reused', 35), 20_000, airflow)).toBeCloseTo(nh3ReusedLitter, 1)
})

describe('at every age and airflow', () => {
  const ages = Array.from({ length: 71 }, (_, age) => age)
  const airflows = [0.05, 0.15, 0.5, 1.5, 5, 15].map(perBird => perBird * 10_000)
  const ppm = (litter: (typeof litters)[number], age: number, airflow: number) =>
    ammoniaAt(litterAmmonia(litter, age), 10_000, airflow)

  test('new litter gives less than used, treated no more than untreated, and none more than built-up', () => {
    for (const age of ages)
      for (const airflow of airflows) {
        const [fresh, reused, treated] = litters.map(litter => ppm(litter, age, airflow)) as [
          number,
          number,
          number,
        ]
        expect(fresh).toBeLessThan(reused)
        expect(treated).toBeLessThanOrEqual(reused)
        expect(reused).toBeLessThan(ammoniaAt(mostLitterAmmonia(age), 10_000, airflow))
      }
  })

  test('older birds on it give no less, and more air leaves less in the house', () => {
    for (const litter of litters)
      for (const age of ages)
        for (const [i, airflow] of airflows.entries()) {
          expect(ppm(litter, age + 1, airflow)).toBeGreaterThanOrEqual(ppm(litter, age, airflow))
          const more = airflows[i + 1]
          if (more) expect(ppm(litter, age, more)).toBeLessThan(ppm(litter, age, airflow))
        }
  })
})

test('the minimum air of chicks is enough on new litter, and not on litter used before', () => {
  // Day 4: 0.11 kg (Ross 308). 20 ppm is where ammonia is warned of.
  const airflow = minimumVentilationPerBird(0.11) * 10_000
  const [fresh, reused, treated] = litters.map(litter => ammoniaAt(litterAmmonia(litter, 4), 10_000, airflow))
  expect(fresh).toBeLessThan(10)
  expect(reused).toBeGreaterThan(20)
  expect(treated).toBeLessThan(20)
})
