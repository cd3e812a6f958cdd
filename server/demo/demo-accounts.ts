import { demo } from '#shared/contracts/demo.ts'
import { refuse } from '../platform/http/errors.ts'
import { feature } from '../platform/http/feature.ts'
import { listed } from './seed/demo.ts'

/** The accounts of the demonstration, for the page that signs in. */
export const demoAccountsFeature = feature('demo', demo, {
  accounts: ({ services: { config } }) => {
    if (!config.demo) throw refuse.notFound()
    return listed(config.appSecret)
  },
})
