import { z } from 'zod'
import { get } from '../endpoint.ts'
import { STATEMENT_VERSION } from '../service-statement.ts'

/** The version somebody agrees to: the text that came with the product, or a later one by the provider, like `2026-11.3`. */
export const AgreedStatement = z.union([
  z.literal(STATEMENT_VERSION),
  z.string().regex(new RegExp(`^${STATEMENT_VERSION}\\.[1-9]\\d{0,5}$`)),
])

const Statement = z.object({
  version: AgreedStatement,
  /** In paragraphs; a language without its own text gets the other's. */
  texts: z.object({ 'zh-CN': z.array(z.string()), 'en-US': z.array(z.string()) }),
})
export type Statement = z.infer<typeof Statement>

/** The current service statement, for somebody about to agree to it. */
export const serviceStatementContract = {
  read: get('/admin/open/service-statement', 'public', { returns: Statement }),
}
