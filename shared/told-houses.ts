import { z } from 'zod'
import { houseTypes } from './signals.ts'

/**
 * What the server tells a gateway of the houses that its controllers serve (`Gateway/Houses`, JSON): enough for the gateway to
 * judge by itself what birds can die of while nobody else can.
 */
export const ToldHouses = z.array(
  z.object({
    /** code of the controller */
    controller: z.string(),
    type: z.enum(houseTypes),
    /** As breed standards count it, at the time `at`; null while the house is empty. */
    ageDays: z.number().nullable(),
    /** ms since 1970 */
    at: z.number(),
  }),
)
export type ToldHouses = z.infer<typeof ToldHouses>
