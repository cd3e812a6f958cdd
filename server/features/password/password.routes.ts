import { password } from '#shared/contracts/password.ts'
import { feature } from '../../platform/http/feature.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword } from './forgot-password.ts'

export const passwordFeature = feature('password', password, {
  forgot: forgotPassword,
  change: changePassword,
})
