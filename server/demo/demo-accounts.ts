import { demo } from '#shared/contracts/demo.ts'
import { refuse } from '../platform/http/errors.ts'
import { feature } from '../platform/http/feature.ts'
import { listed } from './seed/demo.ts'

/**
 * The accounts of the demonstration with their passwords, for the page that signs in: on the machine that runs it only,
 * and not to callers that a proxy on it passes on. Who opens the demonstration to a network tells its passwords himself; they
 * stand in the terminal.
 */
export const demoAccountsFeature = feature('demo', demo, {
  accounts: ({ services: { config }, isLocal }) => {
    if (!config.demo) throw refuse.notFound()
    if (!isLocal) return []
    return listed(config.appSecret)
  },
})
