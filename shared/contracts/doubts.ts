import { z } from 'zod'
import { allDoubts } from '../probe-doubts.ts'

/** A value that is not believed, and why: beside every reading that an answer shows. */
export const DoubtedReading = z.object({ metric: z.string(), reason: z.enum(allDoubts) })
