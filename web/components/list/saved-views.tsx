import { Button, Input } from 'antd'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SAVED_VIEWS_MAX } from '#shared/contracts/preferences.ts'
import type { SavedView } from '#web/data/list-view.ts'
import { useListView } from '#web/data/list-views.ts'
import { useScreen } from '../screen-context.tsx'
import type { Filters, List } from './use-list.ts'
import './saved-views.css'

type Shown = Pick<List<unknown>, 'name' | 'filters' | 'sort'>

/** Whether a list shows exactly this. */
const isShown = (view: SavedView, { filters, sort }: Shown) =>
  (view.sort ?? '') === (sort ?? '') && sameFilters(view.filters, filters)

const sameFilters = (one: Filters, other: Filters) => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every(name => one[name] === other[name])
}

/** The views of a list that the user keeps, and a name for what it shows now. */
export function SavedViews({ list, close }: { list: Shown; close: () => void }) {
  const { t } = useTranslation('components')
  const { setSearch } = useScreen()
  const [{ saved }, change] = useListView(list.name)
  const show = ({ filters, sort }: SavedView) => {
    const none = Object.fromEntries(Object.keys(list.filters).map(name => [name, undefined]))
    setSearch({ ...none, ...filters, sort, page: undefined })
    close()
  }
  return (
    <div className="views stack gap-25">
      <h3>{t($ => $.savedViews.title)}</h3>
      {saved.length === 0 && <p className="caption">{t($ => $.savedViews.none)}</p>}
      <ul>
        {saved.map(view => (
          <li key={view.name} className="split">
            <button type="button" aria-current={isShown(view, list)} onClick={() => show(view)}>
              {view.name}
            </button>
            <button
              type="button"
              aria-label={t($ => $.savedViews.remove, { name: view.name })}
              onClick={() => change({ saved: saved.filter(({ name }) => name !== view.name) })}
            >
              <X size={15} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Keep
        isFull={saved.length >= SAVED_VIEWS_MAX}
        keep={name => {
          const { filters, sort } = list
          const others = saved.filter(view => view.name !== name)
          change({ saved: [...others, { name, filters: { ...filters }, ...(sort && { sort }) }] })
        }}
      />
    </div>
  )
}

function Keep({ isFull, keep }: { isFull: boolean; keep: (name: string) => void }) {
  const { t } = useTranslation('components')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    keep(name.trim())
    setName('')
  }
  if (isFull) return <p className="caption">{t($ => $.savedViews.full, { count: SAVED_VIEWS_MAX })}</p>
  return (
    <form className="row" onSubmit={submit}>
      <Input
        aria-label={t($ => $.savedViews.name)}
        placeholder={t($ => $.savedViews.name)}
        maxLength={40}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button htmlType="submit" disabled={name.trim() === ''}>
        {t($ => $.savedViews.save)}
      </Button>
    </form>
  )
}
