import { z } from 'zod'
import { get } from '../endpoint.ts'
import { languages } from '../text.ts'

const DemoAccount = z.object({
  label: z.record(z.enum(languages), z.string()),
  username: z.string(),
  password: z.string(),
  kind: z.union([z.literal(1), z.literal(2), z.literal(3)]),
})

/** Endpoints that only the demonstration answers. */
export const demo = {
  accounts: get('/admin/open/demo-accounts', 'public', {
    returns: z.array(DemoAccount),
    summary: 'Demonstration accounts; 404 outside the demonstration.',
  }),
}
