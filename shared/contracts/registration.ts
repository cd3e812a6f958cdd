import { z } from 'zod'
import { Email, NewPassword, Phone } from '../accounts.ts'
import { post, secret } from '../endpoint.ts'
import { line } from '../line.ts'
import { houseTypes } from '../signals.ts'
import { AgreedStatement } from './service-statement.ts'

const Name = line(100)

export const Application = z.object({
  /** At least one of the two names. */
  chineseName: Name.default(''),
  englishName: Name.default(''),
  contact: Name.min(1),
  /** Also the login id. */
  email: Email,
  phone: Phone,
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2),
  city: Name.min(1),
  houseType: z.enum(houseTypes),
  houseCount: z.number().int().min(1).max(10_000),
  password: NewPassword,
  /** The version of the service statement that was agreed to. */
  statement: AgreedStatement,
})
export type Application = z.infer<typeof Application>

/** Applying for a trial; only an address's owner learns whether it already has an account. */
export const registration = {
  apply: post('/admin/open/register', 'public', {
    body: Application,
    returns: z.null(),
    summary: 'Applies for a trial. A mail asks its reader to confirm the address; staff see nothing before.',
  }),
  confirm: post('/admin/open/register/confirm', 'public', {
    body: z.object({ token: secret(z.string().min(1).max(128)) }),
    returns: z.object({ state: z.enum(['confirmed', 'known', 'expired']) }),
    summary: 'Confirms the address of an application with the token of the mailed link; may be repeated.',
  }),
}
