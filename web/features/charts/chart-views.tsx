import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Popover } from 'antd'
import { Bookmark, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChartView, type ChartViewForm, chartViews } from '#shared/contracts/chart-views.ts'
import { PopoverPanel } from '#web/components/popover-panel.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { CallError, call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** As in the contract. */
const NAME_MOST = 40

interface Props {
  /** What saving the current view would store. */
  shown: Omit<ChartViewForm, 'name'>
  open: (view: ChartView) => void
}

/** Chart views the reader saved by name, for every house; can save the current one. */
export function ChartViews({ shown, open }: Props) {
  const { t } = useTranslation('charts')
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      arrow={false}
      placement="bottomRight"
      destroyOnHidden
      content={
        <PopoverPanel>
          <Views
            shown={shown}
            open={view => {
              setOpen(false)
              open(view)
            }}
          />
        </PopoverPanel>
      }
    >
      <Button icon={<Bookmark size={16} aria-hidden />} aria-expanded={isOpen}>
        {t($ => $.views)}
      </Button>
    </Popover>
  )
}

const key = [chartViews.list.path]

function Views({ shown, open }: Props) {
  const { t } = useTranslation('charts')
  const client = useQueryClient()
  const { data: views } = useQuery({ queryKey: key, queryFn: () => call(chartViews.list) })
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const mayKeep = useMayCall(chartViews.keep)
  const mayRemove = useMayCall(chartViews.remove)
  const keeping = useSubmit({ success: t($ => $.viewKept) })
  const removing = useSubmit({ success: t($ => $.viewForgotten) })
  const know = (all: ChartView[]) => client.setQueryData(key, all)
  const keep = async () => {
    setFault(null)
    try {
      know(await call(chartViews.keep, { body: { ...shown, name } }))
      setName('')
    } catch (error) {
      if (error instanceof CallError) setFault(error.fields[0]?.message ?? null)
      throw error
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') void keeping.submit(keep)
  }
  return (
    <div className="chart-views stack">
      <h3>{t($ => $.myViews)}</h3>
      {views?.length === 0 && <p className="caption">{t($ => $.noViews)}</p>}
      <ul>
        {views?.map(view => (
          <li key={view.id}>
            <Button
              type="text"
              aria-label={t($ => $.openView, { name: view.name })}
              onClick={() => open(view)}
            >
              {view.name}
            </Button>
            {mayRemove && (
              <Button
                type="text"
                icon={<Trash2 size={15} aria-hidden />}
                aria-label={t($ => $.forgetView, { name: view.name })}
                loading={removing.busy}
                onClick={() =>
                  void removing.submit(async () =>
                    know(await call(chartViews.remove, { params: { id: view.id } })),
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
      {mayKeep && (
        <form onSubmit={submit}>
          <Input
            aria-label={t($ => $.viewName)}
            placeholder={t($ => $.viewName)}
            maxLength={NAME_MOST}
            value={name}
            status={fault ? 'error' : ''}
            onChange={event => setName(event.target.value)}
          />
          <Button
            type="primary"
            htmlType="submit"
            loading={keeping.busy}
            disabled={name.trim() === '' || shown.metrics.length === 0}
          >
            {t($ => $.keepView)}
          </Button>
        </form>
      )}
      {fault && <p role="alert">{fault}</p>}
    </div>
  )
}
