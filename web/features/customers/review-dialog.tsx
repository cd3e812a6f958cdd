import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { Moment } from '#web/components/time.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { usePlaceOf } from './customer-columns.tsx'
import { useSeen } from './use-seen.tsx'
import '#web/components/reason-question.css'
import './customer-dialogs.css'

/** An applicant's details and the decision: approve, or refuse with a reason. */
export function ReviewDialog({ customer: opened, close }: { customer: Customer; close: () => void }) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const { seen: customer, conflict, news } = useSeen(opened)
  const { id, stage, name, approval, refusedBecause, version } = customer
  const contract = contractOf[stage]
  const [reason, setReason] = useState<string | null>(null)
  const mayRefuse = useMayCall(contract.refuse) && approval === 'pending'
  const isDecided = approval === 'passed'
  const approving = useSubmit({ success: t($ => $.approved), conflict })
  const refusing = useSubmit({ success: t($ => $.refused), conflict })
  const params = { id }
  const approve = async () => {
    if (await approving.submit(() => call(contract.approve, { params, body: { version } }))) close()
  }
  const refuse = async () => {
    const body = { reason: reason?.trim() ?? '', version }
    if (await refusing.submit(() => call(contract.refuse, { params, body }))) close()
  }
  const isRefusing = reason !== null && mayRefuse
  return (
    <Modal
      open
      title={t($ => $.reviewTitle, { name })}
      onCancel={close}
      getContainer={useScreen().frame}
      closable={{ 'aria-label': word($ => $.close) }}
      footer={
        <div className="dialog-foot">
          {isRefusing ? (
            <>
              <Button onClick={() => setReason(null)}>{t($ => $.back)}</Button>
              <Button
                type="primary"
                disabled={reason.trim() === ''}
                loading={refusing.busy}
                onClick={() => void refuse()}
              >
                {t($ => $.refuse)}
              </Button>
            </>
          ) : isDecided ? (
            <Button type="primary" onClick={close}>
              {word($ => $.close)}
            </Button>
          ) : (
            <>
              {mayRefuse && <Button onClick={() => setReason('')}>{t($ => $.refuseWithReason)}</Button>}
              <Button type="primary" loading={approving.busy} onClick={() => void approve()}>
                {t($ => $.approve)}
              </Button>
            </>
          )}
        </div>
      }
    >
      {news}
      <Facts customer={customer} />
      {approval === 'rejected' && !isRefusing && (
        <p className="customer-refused">{t($ => $.wasRefused, { reason: refusedBecause ?? '' })}</p>
      )}
      {isRefusing ? (
        <label className="reason-question stack" htmlFor="customer-refusal">
          {t($ => $.refusalSays)}
          <textarea
            id="customer-refusal"
            maxLength={500}
            rows={3}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </label>
      ) : (
        !isDecided && <p className="caption">{t($ => $.approvalSays[stage])}</p>
      )}
    </Modal>
  )
}

function Facts({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const placeOf = usePlaceOf()
  const { contact, phone, email, agentName, appliedHouseType, appliedHouseCount, remarks } = customer
  const houses =
    appliedHouseType &&
    `${word($ => $.houseType[appliedHouseType])}${appliedHouseCount === null ? '' : ` × ${appliedHouseCount}`}`
  const facts = [
    [t($ => $.fields.contact), contact],
    [t($ => $.fields.phone), phone],
    [t($ => $.fields.email), email],
    [t($ => $.fields.place), placeOf(customer)],
    [t($ => $.fields.agentId), agentName],
    [t($ => $.fields.applied), houses],
    [t($ => $.fields.remarks), remarks],
  ] as const
  return (
    <dl className="customer-facts">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <dt>{t($ => $.fields.createdAt)}</dt>
      <dd>
        <Moment at={customer.createdAt} />
      </dd>
    </dl>
  )
}
