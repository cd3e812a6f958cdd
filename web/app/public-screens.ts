import { paths } from '#shared/screens.ts'
import { type Screen, screen } from './screen.ts'

/** Screens outside the menu that anybody may open without signing in. */
export const publicScreens: readonly Screen[] = [
  screen(paths.login, '登录', 'Sign in', 'public', {
    page: () => import('#web/features/sign-in/sign-in-page.tsx').then(page => page.SignInPage),
    texts: ['sign-in'],
    plain: true,
  }),
  screen(paths.register, '申请试用', 'Apply for a trial', 'public', {
    page: () => import('#web/features/register/register-page.tsx').then(page => page.RegisterPage),
    texts: ['register'],
    plain: true,
  }),
  screen(paths.registered, '申请结果', 'Application received', 'public', {
    page: () =>
      import('#web/features/register/register-result-page.tsx').then(page => page.RegisterResultPage),
    texts: ['register'],
    plain: true,
    mailed: true,
  }),
  screen(paths.forgotPassword, '忘记密码', 'Forgot password', 'public', {
    page: () => import('#web/features/password/forgot-page.tsx').then(page => page.ForgotPage),
    texts: ['password'],
    plain: true,
  }),
  screen(paths.passwordSent, '密码已发送', 'Password sent', 'public', {
    page: () => import('#web/features/password/forgot-result-page.tsx').then(page => page.ForgotResultPage),
    texts: ['password'],
    plain: true,
  }),
  screen(paths.confirmEmail, '确认邮箱', 'Confirm e-mail', 'public', {
    page: () =>
      import('#web/features/confirm-email/confirm-email-page.tsx').then(page => page.ConfirmEmailPage),
    texts: ['confirm-email'],
    plain: true,
  }),
  screen(paths.clip, '录像片段', 'Recording', 'public', {
    page: () => import('#web/features/shared-clip/shared-clip-page.tsx').then(page => page.SharedClipPage),
    texts: ['shared-clip'],
    plain: true,
    mailed: true,
  }),
  screen(paths.testRecord, '核验测试记录', 'Verify a test record', 'public', {
    page: () => import('#web/features/test-record/test-record-page.tsx').then(page => page.TestRecordPage),
    texts: ['test-record'],
    plain: true,
    mailed: true,
  }),
  screen(paths.reached, '报警通知测试', 'Test of alarm messages', 'public', {
    page: () => import('#web/features/reached/reached-page.tsx').then(page => page.ReachedPage),
    texts: ['reached'],
    plain: true,
    mailed: true,
  }),
  screen(paths.notFound, '页面不存在', 'Page not found', 'public', {
    page: () => import('#web/layout/not-found-page.tsx').then(page => page.NotFoundPage),
  }),
]
