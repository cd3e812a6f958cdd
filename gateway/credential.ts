import { join } from 'node:path'
import { z } from 'zod'
import { type Keeper, keeper } from './keeper.ts'

/** What a gateway that was paired knows of its server. The file is readable by its owner alone. */
export const Credential = z.object({
  /** The code it was got by: the same code in the configuration asks for nothing again. */
  code: z.string(),
  url: z.string(),
  group: z.string(),
  host: z.string(),
  gateway: z.string(),
  secret: z.string(),
  ca: z.string().nullable(),
})
export type Credential = z.infer<typeof Credential>

/** The credential in a folder; null before the gateway is paired. */
export const credentialIn = (folder: string, say: (text: string) => void): Keeper<Credential | null> =>
  keeper(join(folder, 'credential.json'), Credential.nullable(), null, say)
