import { z } from 'zod'
import { Returns } from '#shared/temporary-settings.ts'

const Values = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]))

const Answer = z.object({
  id: z.string(),
  result: z.number(),
  message: z.string(),
  settings: z.array(z.string()),
})
/** The answer to a command. */
export type Answer = z.infer<typeof Answer>

/** What a gateway must know of a controller's settings after a cut of its power. */
export const DeskMemory = z.object({
  /** grows with every change of a setting; begins with the seconds since 1970, so that a new disk does not begin again */
  version: z.number(),
  /** the settings as last read */
  known: Values,
  /** what is still to be set by itself */
  planned: Returns,
  /** the last answers, oldest first: a command may come twice */
  answered: z.array(Answer),
  /** a change that was begun: written before the first register is */
  begun: z
    .object({
      id: z.string(),
      wanted: Values,
      before: Values,
      /** ms since 1970 */
      expiresAt: z.number().nullable(),
      /** what is planned once it is done */
      returns: Returns,
    })
    .nullable(),
})
export type DeskMemory = z.infer<typeof DeskMemory>

export const freshMemory = (now: number): DeskMemory => ({
  version: Math.floor(now / 1000),
  known: {},
  planned: [],
  answered: [],
  begun: null,
})
