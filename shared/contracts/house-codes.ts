import { z } from 'zod'
import { get, post, secret } from '../endpoint.ts'
import { CUSTOMER } from '../permissions.ts'
import { text } from '../text.ts'

const path = '/admin/auth/house-codes'
const Code = z.object({
  name: z.string(),
  /** What the printed code says after the address; null while there is none, or none that can be printed again. */
  code: secret(z.string().nullable()),
  madeAt: z.iso.datetime().nullable(),
  /** Made more than a year ago: too many have seen it by now, a new one should hang there. */
  isOld: z.boolean(),
})
export type HouseCode = z.infer<typeof Code>

/** The printed code of a house: whoever scans it stands there. */
export const houseCodes = {
  show: get(`${path}/:id`, 'chicken_home_manage:edit', {
    kinds: [CUSTOMER],
    returns: Code,
    summary: 'The code that proves to be in a house, for printing.',
  }),
  renew: post(`${path}/:id`, 'chicken_home_manage:edit', {
    kinds: [CUSTOMER],
    wantsProof: false,
    returns: Code,
    says: text('更换{house}的现场码', 'Made a new code for {house}'),
    summary: 'Makes a new code for a house; printed ones stop being valid.',
  }),
}
