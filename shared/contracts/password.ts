import { z } from 'zod'
import { Email, NewPassword } from '../accounts.ts'
import { post, put, secret } from '../endpoint.ts'
import { PASSWORD } from '../limits.ts'

const TypedPassword = secret(z.string().min(1).max(PASSWORD.max))

export const PasswordChange = z.object({
  /** Not needed just after signing in with a mailed password. */
  oldPassword: TypedPassword.optional(),
  newPassword: NewPassword,
  confirmPassword: TypedPassword,
})

/** One's own password. */
export const password = {
  forgot: post('/admin/open/forget-pwd', 'public', {
    body: z.object({ email: Email }),
    returns: z.null(),
    summary:
      'Mails a new password to the account with this address. The answer is the same where there is none.',
  }),
  change: put('/admin/auth/user/password', 'signedIn', {
    changes: null,
    // It requires the current password.
    wantsProof: false,
    body: PasswordChange,
    returns: z.null(),
    servesMailedPassword: true,
    whenReadOnly: true,
    says: { 'zh-CN': '修改本人密码', 'en-US': 'Changed own password' },
    summary: 'Changes the own password and ends all other sessions of the account.',
  }),
}
