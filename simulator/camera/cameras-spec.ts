import { z } from 'zod'

/** How the cameras of a fleet are reached. */
export const CamerasSpec = z.object({
  /** 0 for any */
  port: z.number().int().min(0).max(65_535),
  username: z.string().min(1),
  password: z.string().min(1),
})
export type CamerasSpec = z.infer<typeof CamerasSpec>
