import { z } from 'zod'
import { NewPassword } from '../accounts.ts'
import { put, secret } from '../endpoint.ts'
import { PASSWORD } from '../limits.ts'

const TypedPassword = secret(z.string().min(1).max(PASSWORD.max))

export const PasswordChange = z.object({
  /** Not asked of who has just signed in with a mailed password. */
  oldPassword: TypedPassword.optional(),
  newPassword: NewPassword,
  confirmPassword: TypedPassword,
})

/** One's own password. */
export const password = {
  change: put('/admin/auth/user/password', 'signedIn', {
    body: PasswordChange,
    returns: z.null(),
    servesMailedPassword: true,
    whenReadOnly: true,
    says: { 'zh-CN': '修改本人密码', 'en-US': 'Changed the own password' },
    summary: 'Changes the own password and ends all other sessions of the account.',
  }),
}
