import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { session, type UserInfo } from '#shared/contracts/session.ts'
import { call } from '#web/data/client.ts'
import { useProof } from '#web/data/proof.ts'
import { ABOVE_QUESTIONS } from './above-questions.ts'
import { IdentityForm } from './identity-form.tsx'

/**
 * Shown over any screen when an action needs proof of who is acting: the password, and the second factor if there is one.
 */
export function ProofDialog({ user }: { user: UserInfo }) {
  const { t } = useTranslation()
  const asked = useProof(({ asked }) => asked)
  if (!asked) return null
  const { proved, givenUp } = asked
  return (
    <Modal
      open
      zIndex={ABOVE_QUESTIONS}
      width={420}
      footer={null}
      title={t($ => $.proofTitle)}
      closable={{ 'aria-label': t($ => $.close) }}
      onCancel={givenUp}
    >
      <IdentityForm
        user={user}
        says={t($ => $.proofSays)}
        prove={async (password, factor) => {
          await call(session.prove, { body: { password, ...factor } })
          proved()
        }}
        doing={t($ => $.proofGoOn)}
        out={{ label: t($ => $.cancel), leave: givenUp }}
      />
    </Modal>
  )
}
