import { z } from 'zod'
import { secret } from './endpoint.ts'
import { LOGIN_ID, PASSWORD } from './limits.ts'

/** Unique regardless of case, among login ids and e-mail addresses. */
export const LoginId = z.string().trim().min(LOGIN_ID.min).max(LOGIN_ID.max).regex(LOGIN_ID.pattern)

export const Email = z.string().trim().max(190).pipe(z.email())

/** As people write it, such as `+86 531 5550 1234`. */
export const Phone = z
  .string()
  .trim()
  .min(5)
  .max(40)
  .regex(/^[+\d][\d ()/.-]*$/)

/** A chosen password; the server also refuses common ones and the login id. */
export const NewPassword = secret(z.string().min(PASSWORD.min).max(PASSWORD.max))
