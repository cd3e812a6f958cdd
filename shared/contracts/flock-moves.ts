import { z } from 'zod'
import { get, Id, post, put, unsaid, Version } from '../endpoint.ts'
import { litters } from '../litter.ts'
import { text } from '../text.ts'

const Birds = z.number().int().min(0).max(500_000)
const Reason = z.string().trim().max(300).default('')

export const FlockMoveForm = z.object({
  fromFlockId: Id,
  toHouseId: Id,
  /** For breeders, the females; 0 where only males move. */
  birds: Birds,
  /** The males of breeders that go with them. */
  males: Birds.default(0),
  day: z.iso.date(),
  reason: Reason,
  /** What they are placed on where they begin a flock on litter: that of the house they leave stays there. */
  litter: z.enum(litters).nullable().default(null),
  /** Whether they may join a flock of the same breed and age that is in that house. */
  join: z.boolean().default(false),
})
export type FlockMoveForm = z.output<typeof FlockMoveForm>

const Side = z.object({ flockId: Id, number: z.string(), houseName: z.string() })

/** A move of birds between two houses of a farm. */
export const FlockMove = z.object({
  id: Id,
  from: Side,
  to: Side,
  day: z.iso.date(),
  birds: z.number().int(),
  males: z.number().int(),
  reason: z.string(),
  /** Whether it began the flock in that house, and ended the one they left. */
  began: z.boolean(),
  ended: z.boolean(),
  by: unsaid(z.string()),
  createdAt: z.iso.datetime(),
  version: z.number().int(),
})
export type FlockMove = z.infer<typeof FlockMove>

const path = '/admin/auth/flock-moves'

/** Moves are one act: both houses change together, or neither. */
export const flockMoves = {
  /** From and to a flock, newest first. */
  list: get(path, 'chicken_batch:get', { query: z.object({ flockId: Id }), returns: z.array(FlockMove) }),
  create: post(path, 'chicken_batch:edit', {
    body: FlockMoveForm,
    returns: FlockMove,
    says: text('转群：{from} → {to}，{birds}', 'Moved {birds} from {from} to {to}'),
  }),
  /** Corrects the numbers on both sides; without `males` those stay. */
  update: put(`${path}/:id`, 'chicken_batch:edit', {
    body: z.object({ birds: Birds, males: Birds.optional(), reason: Reason, version: Version.optional() }),
    returns: FlockMove,
    says: text('修改转群：{from} → {to}，{birds}', 'Changed the move of {birds} from {from} to {to}'),
  }),
  /** As if it had never been: the birds are back in the house they left. */
  takeBack: post(`${path}/:id/take-back`, 'chicken_batch:edit', {
    body: z.object({ version: Version.optional() }),
    returns: z.null(),
    says: text('撤回转群：{from} → {to}，{birds}', 'Took back the move of {birds} from {from} to {to}'),
  }),
}
