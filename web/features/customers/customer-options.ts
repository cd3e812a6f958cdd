import { customers } from '#shared/contracts/customers.ts'
import { type Options, useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'

/** The provider and its departments by name, as account managers. */
export const useManagerOptions = (): Options =>
  useOptions(customers.managerOptions.path, '', search =>
    call(customers.managerOptions, { query: { search } }),
  )

/** Agents in the viewer's scope by name. */
export const useAgentOptions = (): Options =>
  useOptions(customers.agentOptions.path, '', search => call(customers.agentOptions, { query: { search } }))
