import type { Named } from '#shared/answer-templates.ts'

/** What a ticket is about, for the places of an answer template. */
export const namedIn = (ticket: {
  customer: string | null
  house: { name: string } | null
  author: string
}): Named => ({ farm: ticket.customer, house: ticket.house?.name ?? null, person: ticket.author })
