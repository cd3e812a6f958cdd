import { webhooks } from '#shared/contracts/webhooks.ts'

/** What a change makes old: the list, and the messages below it. */
export const touches = [webhooks.list.path]
