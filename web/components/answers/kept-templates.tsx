import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AnswerTemplate,
  answerTemplateFields,
  answerTemplates,
} from '#shared/contracts/answer-templates.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { ActionButton } from '../action-button.tsx'
import { Known } from '../known.tsx'
import { NEW } from '../list/use-edited.ts'
import { RecordForm } from '../records/record-form.tsx'
import { useScreen } from '../screen-context.tsx'
import { useUndo } from '../use-undo.tsx'
import './answer-templates.css'

/** The provider's answer templates, for those who answer: new ones, changes, deletions that can be taken back. */
export function KeptTemplates({ close }: { close: () => void }) {
  const { t } = useTranslation('components')
  const { frame } = useScreen()
  const [edited, edit] = useState<AnswerTemplate | typeof NEW | null>(null)
  const asked = useQuery({
    queryKey: [answerTemplates.list.path],
    queryFn: () => call(answerTemplates.list),
  })
  return (
    <Drawer open title={t($ => $.answers.title)} width={560} onClose={close} getContainer={frame}>
      <div className="answers stack gap-3">
        <p>{t($ => $.answers.says)}</p>
        <ActionButton
          endpoint={answerTemplates.create}
          type="primary"
          icon={<Plus size={15} aria-hidden />}
          onClick={() => edit(NEW)}
        >
          {t($ => $.answers.add)}
        </ActionButton>
        <Known of={[asked]}>
          {() => (
            <ul>
              {asked.data?.map(row => (
                <Template key={row.id} row={row} edit={() => edit(row)} />
              ))}
            </ul>
          )}
        </Known>
      </div>
      {edited && (
        <RecordForm<AnswerTemplate>
          contract={answerTemplates}
          fields={answerTemplateFields}
          row={edited}
          title={edited === NEW ? t($ => $.answers.add) : edited.name}
          close={() => edit(null)}
        />
      )}
    </Drawer>
  )
}

function Template({ row, edit }: { row: AnswerTemplate; edit: () => void }) {
  const { t } = useTranslation('components')
  const offerUndo = useUndo()
  const mayEdit = useMayCall(answerTemplates.update)
  const mayRemove = useMayCall(answerTemplates.remove)
  const mayAdd = useMayCall(answerTemplates.create)
  const { id, version: _, ...typed } = row
  const remove = () =>
    void offerUndo({
      says: t($ => $.record.removed, { name: row.name }),
      change: () => call(answerTemplates.remove, { params: { id } }),
      undo: () => call(answerTemplates.create, { body: typed }),
    })
  return (
    <li>
      {mayEdit ? (
        <button type="button" className="answers-edit" onClick={edit}>
          {row.name}
        </button>
      ) : (
        <span>{row.name}</span>
      )}
      {mayRemove && mayAdd && (
        <Button
          type="text"
          icon={<Trash2 size={16} aria-hidden />}
          aria-label={t($ => $.answers.remove, { name: row.name })}
          onClick={remove}
        />
      )}
    </li>
  )
}
