import { useTranslation } from 'react-i18next'
import type { Endpoint, Input } from '#shared/endpoint.ts'
import type { ReleaseStatus } from '#shared/release.ts'
import { call } from '#web/data/client.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { type RowAction, RowActions } from '../list/row-actions.tsx'
import type { State } from '../state-mark.tsx'
import { useConfirmed } from '../use-confirmed.ts'
import { useSubmit } from '../use-submit.ts'
import { useUndo } from '../use-undo.tsx'

/** Marks for draft, released and withdrawn. */
export const markOfRelease = {
  draft: 'pending',
  released: 'normal',
  withdrawn: 'disabled',
} as const satisfies Record<ReleaseStatus, State>

interface Props {
  /** With `restore`, deleting is done at once and can be taken back. */
  contract: Readonly<Record<'list' | 'update' | 'remove', Endpoint> & Partial<Record<'restore', Endpoint>>>
  row: { id: string }
  name: string
  edit: () => void
  /** For records that are published; `withdrawSays` is what withdrawing means. */
  publishing?: {
    contract: Readonly<Record<'release' | 'withdraw', Endpoint>>
    status: ReleaseStatus
    withdrawSays: string
    /** Names of the two steps here. */
    words?: { release: string; withdraw: string }
  }
  /** What is lost with a deleted row; null if it cannot be deleted. */
  removeSays: string | null
}

/** Actions every record has: edit, release, withdraw, delete. What its reader can take back is done without a question. */
export function RecordActions(props: Props) {
  const { contract, row, name, edit, publishing, removeSays } = props
  const { t } = useTranslation('components')
  const session = useSession()
  const releasing = useSubmit({ success: t($ => $.record.released, { name }) })
  const withdrawing = useConfirmed({ success: t($ => $.record.withdrawn, { name }) })
  const removing = useConfirmed({ success: t($ => $.record.removed, { name }) })
  const offerUndo = useUndo()
  const run = (endpoint: Endpoint) => () =>
    call(endpoint, { params: { id: row.id } } as never as Input<Endpoint>)
  const wasReleased = publishing?.status === 'released'
  const mayRelease = publishing !== undefined && mayCall(publishing.contract.release, session)
  const actions: RowAction[] = [
    { key: 'edit', label: t($ => $.record.edit), endpoint: contract.update, onClick: edit },
  ]
  if (publishing) {
    const { release, withdraw } = publishing.contract
    const words = publishing.words ?? {
      release: t($ => $.record.release),
      withdraw: t($ => $.record.withdraw),
    }
    const withdrawAndOffer = () =>
      void offerUndo({
        says: t($ => $.record.withdrawn, { name }),
        change: run(withdraw),
        undo: run(release),
      })
    const withdrawAsk = {
      title: publishing.words ? `${words.withdraw}: ${name}` : t($ => $.record.withdrawAsk, { name }),
      says: publishing.withdrawSays,
      ok: words.withdraw,
    }
    actions.push(
      {
        key: 'release',
        label: words.release,
        endpoint: release,
        isOpen: !wasReleased,
        onClick: () => void releasing.submit(run(release)),
      },
      {
        key: 'withdraw',
        label: words.withdraw,
        endpoint: withdraw,
        isOpen: wasReleased,
        onClick: mayRelease ? withdrawAndOffer : () => withdrawing(withdrawAsk, run(withdraw)),
      },
    )
  }
  if (removeSays !== null) {
    const removeAsk = {
      title: t($ => $.record.removeAsk, { name }),
      says: removeSays,
      ok: t($ => $.record.remove),
    }
    const { remove, restore } = contract
    const removeAndOffer = (restored: Endpoint) =>
      void offerUndo({
        says: t($ => $.record.removed, { name }),
        change: run(remove),
        undo: async () => {
          await run(restored)()
          // A restored record is a draft.
          if (publishing && wasReleased) await run(publishing.contract.release)()
        },
      })
    const mayUndo = restore && mayCall(restore, session) && (!wasReleased || mayRelease)
    actions.push({
      key: 'remove',
      label: t($ => $.record.remove),
      endpoint: remove,
      onClick: mayUndo ? () => removeAndOffer(restore) : () => removing(removeAsk, run(remove)),
    })
  }
  return <RowActions name={name} actions={actions} />
}

/** A deleted record can only be restored; it is a draft then. */
export function DeletedRecordActions({ restore, id, name }: { restore: Endpoint; id: string; name: string }) {
  const { t } = useTranslation('components')
  const { submit } = useSubmit({ success: t($ => $.record.restored, { name }) })
  const run = () => call(restore, { params: { id } } as never as Input<Endpoint>)
  return (
    <RowActions
      name={name}
      actions={[
        {
          key: 'restore',
          label: t($ => $.record.restore),
          endpoint: restore,
          onClick: () => void submit(run),
        },
      ]}
    />
  )
}
