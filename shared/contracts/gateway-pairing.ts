import { z } from 'zod'
import { post, secret } from '../endpoint.ts'
import { line } from '../line.ts'

/** What a gateway needs to sign in at the broker, besides its secret, which only it knows. */
export const Paired = z.object({
  /** Its code: user name and Sparkplug node. */
  gateway: z.string(),
  group: z.string(),
  /** Sparkplug host id of the server. */
  host: z.string(),
  mqttUrl: z.string(),
  /** PEM of the authority that signed the broker's certificate, if it is not a public one. */
  ca: z.string().nullable(),
  /** What is registered behind it: the codes that its configuration may name. */
  controllers: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type Paired = z.infer<typeof Paired>

/** How a gateway exchanges the code from its page for a credential. */
export const gatewayPairing = {
  exchange: post('/admin/open/gateway-pairing', 'public', {
    body: z.object({
      /** As shown on the page; blanks, dashes and case do not matter. */
      code: secret(z.string().min(1).max(40)),
      /** SHA-256, in hex, of the secret that the gateway made for itself and signs in with from now on. */
      credential: secret(z.string().regex(/^[0-9a-f]{64}$/)),
      /** What the computer calls itself, for the people who look at the page. */
      box: line(100).default(''),
    }),
    returns: Paired,
    summary:
      'Gives a gateway its credential for the code from its page. The same gateway may ask again; for any other the code is used up.',
  }),
}
