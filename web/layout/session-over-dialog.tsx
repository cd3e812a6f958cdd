import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { UserInfo } from '#shared/contracts/session.ts'
import { useExpiry } from '#web/data/expiry.ts'
import { signInAgain, signOut } from '#web/data/session.ts'
import { ABOVE_QUESTIONS } from './above-questions.ts'
import { IdentityForm } from './identity-form.tsx'

/** Shown over the pages when the session ended over unsaved input: the same user signs in and goes on. */
export function SessionOverDialog({ user }: { user: UserInfo }) {
  const { t } = useTranslation()
  const isOver = useExpiry(({ isOver }) => isOver)
  if (!isOver) return null
  return (
    <Modal
      open
      zIndex={ABOVE_QUESTIONS}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      title={t($ => $.sessionOver)}
    >
      <IdentityForm
        user={user}
        says={t($ => $.sessionOverSays, { user: user.username })}
        prove={signInAgain}
        doing={t($ => $.signInAgain)}
        out={{ label: t($ => $.discardAndLeave), leave: () => void signOut() }}
      />
    </Modal>
  )
}
