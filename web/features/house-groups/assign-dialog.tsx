import { Modal, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupCandidate, type HouseGroup, houseGroups } from '#shared/contracts/house-groups.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { useTellNames } from '#web/components/form/form-names.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { call } from '#web/data/client.ts'
import { HousePicker } from './house-picker.tsx'

interface Values {
  houseIds: string[]
}

/** Assigns houses to a group: lists all of the customer's, with the group each is in now. */
export function AssignDialog({ group, close }: { group: HouseGroup; close: () => void }) {
  const { t } = useTranslation('house-groups')
  const { t: word } = useTranslation('components')
  const { frame } = useScreen()
  const params = { id: group.id }
  // The version belongs to the data shown.
  const { data, error, retry } = useReadOnce([houseGroups.candidates.path, group.id], async () => {
    const now = await call(houseGroups.get, { params })
    return { version: now.version, candidates: await call(houseGroups.candidates, { params }) }
  })
  const title = t($ => $.assignTitle, { name: group.name })
  if (!data)
    return (
      <Modal
        open
        title={title}
        onCancel={close}
        footer={null}
        getContainer={frame}
        style={{ top: 40 }}
        closable={{ 'aria-label': word($ => $.close) }}
      >
        {error ? <LoadProblem error={error} retry={retry} /> : <Skeleton active paragraph={{ rows: 6 }} />}
      </Modal>
    )
  return (
    <FormDialog<Values>
      title={title}
      initial={{
        houseIds: data.candidates.flatMap(({ id, groupId }) => (groupId === group.id ? [id] : [])),
      }}
      version={data.version}
      save={({ houseIds }, version) => call(houseGroups.assign, { params, body: { houseIds, version } })}
      success={t($ => $.assigned)}
      labels={{ houseIds: t($ => $.fields.houses) }}
      close={close}
    >
      <Houses group={group} candidates={data.candidates} />
    </FormDialog>
  )
}

function Houses({ group, candidates }: { group: HouseGroup; candidates: readonly GroupCandidate[] }) {
  useTellNames(useMemo(() => candidates.map(({ id, name }) => ({ value: id, label: name })), [candidates]))
  return (
    <FormField name="houseIds">
      <HousePicker groupId={group.id} candidates={candidates} />
    </FormField>
  )
}
