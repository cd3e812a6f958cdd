import { z } from 'zod'
import { get, Id } from '../endpoint.ts'
import { chosen, Search } from '../fields.ts'
import { line } from '../line.ts'
import { houseTypeNames } from '../signals.ts'
import { Flock, FlockCourse } from './flocks.ts'

/** No more than 3 items. */
export const COMPARED_MOST = 3

/** A flock that may be compared: one in its house, or one that has gone. */
const Choice = Flock.pick({
  id: true,
  number: true,
  houseId: true,
  houseName: true,
  customer: true,
  type: true,
  state: true,
  dayAge: true,
  placedOn: true,
})
export type ComparedChoice = z.infer<typeof Choice>

/** A flock with its weeks and the figures it came to. */
const Compared = FlockCourse.pick({ flock: true, placedAge: true, weeks: true, final: true })
export type Compared = z.infer<typeof Compared>

const path = '/admin/auth/comparison'

/** Flocks side by side, by the age of their birds or by the clock. */
export const comparison = {
  /** In the order of the ids, which a comma separates; without those that are out of sight. */
  courses: get(path, 'chicken_group_comparison:query', {
    query: z.object({
      flocks: line(300)
        .transform(text => text.split(',').filter(Boolean))
        .pipe(z.array(Id).min(1).max(COMPARED_MOST)),
    }),
    returns: z.array(Compared),
  }),
  /** Those in a house first, the newest first. */
  choices: get(`${path}/flocks`, 'chicken_group_comparison:query', {
    query: z.object({ search: Search, type: chosen(houseTypeNames) }),
    returns: z.array(Choice),
  }),
}
