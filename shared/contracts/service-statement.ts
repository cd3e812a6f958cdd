import { z } from 'zod'
import { get } from '../endpoint.ts'
import { STATEMENT_VERSION } from '../service-statement.ts'

/** A version that somebody agrees to: the text that the product came with, or a later one of the provider's, as `2026-11.3`. */
export const AgreedStatement = z.union([
  z.literal(STATEMENT_VERSION),
  z.string().regex(new RegExp(`^${STATEMENT_VERSION}\\.[1-9]\\d{0,5}$`)),
])

const Statement = z.object({
  version: AgreedStatement,
  /** In paragraphs; a language without a text of its own has that of the other. */
  texts: z.object({ 'zh-CN': z.array(z.string()), 'en-US': z.array(z.string()) }),
})
export type Statement = z.infer<typeof Statement>

/** The service statement as it stands, for who is about to agree to it. */
export const serviceStatementContract = {
  read: get('/admin/open/service-statement', 'public', { returns: Statement }),
}
