import { useTranslation } from 'react-i18next'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { type Flock, flocks } from '#shared/contracts/flocks.ts'
import { later } from '#web/components/later.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { useUndo } from '#web/components/use-undo.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

const FlockForm = later(() => import('./flock-form.tsx').then(file => file.FlockForm))
const CloseForm = later(() => import('./close-form.tsx').then(file => file.CloseForm))
const MoveForm = later(() => import('./move-form.tsx').then(file => file.MoveForm))
const ReopenForm = later(() => import('./close-form.tsx').then(file => file.ReopenForm))

/** A deleted flock can only be restored. */
export function DeletedFlockActions({ flock: { id, number, houseName } }: { flock: Flock }) {
  const { t } = useTranslation('flocks')
  const { submit } = useSubmit({ success: t($ => $.restored, { number }) })
  const restore = () => void submit(() => call(flocks.restore, { params: { id } }))
  return (
    <RowActions
      name={houseName}
      actions={[{ key: 'restore', label: t($ => $.restore), endpoint: flocks.restore, onClick: restore }]}
    />
  )
}

/** What the viewer may do with a flock; recording the day comes first, unless a button beside it does that (`isBeside`). */
export function FlockActions({ flock, isBeside = false }: { flock: Flock; isBeside?: boolean }) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const number = flock.number
  const confirm = useConfirmed({ success: t($ => $.removed, { number }) })
  const offerUndo = useUndo()
  const mayUndo = useMayCall(flocks.restore)
  const isOpen = flock.state !== 'closed'
  const params = { id: flock.id }
  const change = () => call(flocks.remove, { params })
  const removeAsk = {
    title: t($ => $.removeAsk, { number }),
    says: t($ => $.removeSays),
    ok: t($ => $.remove),
  }
  const removeAndOffer = () =>
    void offerUndo({
      says: t($ => $.removed, { number }),
      change,
      undo: () => call(flocks.restore, { params }),
    })
  return (
    <RowActions
      name={flock.houseName}
      actions={[
        {
          key: 'record',
          label: t($ => $.record),
          endpoint: flockRecords.create,
          isOpen: flock.state === 'running' && !isBeside,
          onClick: () => setSearch({ record: flock.id, id: undefined }, { push: true }),
        },
        {
          key: 'late',
          label: t($ => $.lateRecord),
          endpoint: flockRecords.create,
          isOpen: !isOpen,
          onClick: () => setSearch({ record: flock.id, id: undefined }, { push: true }),
        },
        {
          key: 'edit',
          label: t($ => $.edit),
          endpoint: flocks.update,
          isOpen,
          dialog: close => <FlockForm flock={flock} close={close} />,
        },
        {
          key: 'move',
          label: t($ => $.moveBirds),
          endpoint: flockMoves.create,
          isOpen: flock.state === 'running' && (flock.alive ?? 0) + (flock.males ?? 0) > 0,
          dialog: close => <MoveForm flock={flock} close={close} />,
        },
        {
          key: 'close',
          label: t($ => $.close),
          endpoint: flocks.close,
          isOpen: flock.state === 'running',
          dialog: close => <CloseForm flock={flock} close={close} />,
        },
        {
          key: 'reopen',
          label: t($ => $.reopen),
          endpoint: flocks.reopen,
          isOpen: !isOpen,
          dialog: close => <ReopenForm flock={flock} close={close} />,
        },
        {
          key: 'remove',
          label: t($ => $.remove),
          endpoint: flocks.remove,
          isOpen: flock.state !== 'running',
          isRare: true,
          onClick: mayUndo ? removeAndOffer : () => confirm(removeAsk, change),
        },
      ]}
    />
  )
}
