import { Bookmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useListView } from '#web/data/list-views.ts'
import { later } from '../later.tsx'
import { PopoverButton } from '../popover-button.tsx'
import { useIsPhone } from '../use-phone.ts'
import type { List } from './use-list.ts'
import './filter-bar.css'

const SavedViews = later(() => import('./saved-views.tsx').then(file => file.SavedViews))

type Shown = Pick<List<unknown>, 'name' | 'filters' | 'sort'>

/** Filters and order of a list, kept under a name for the user in every browser. A phone has room for it once there are any. */
export function ViewsButton({ list }: { list: Shown }) {
  const { t } = useTranslation('components')
  const [{ saved }] = useListView(list.name)
  const isPhone = useIsPhone()
  if (isPhone && saved.length === 0) return null
  return (
    <PopoverButton
      button={
        <button
          type="button"
          className="filter-button"
          aria-label={t($ => $.savedViews.title)}
          title={t($ => $.savedViews.title)}
        >
          <Bookmark size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
      content={close => <SavedViews list={list} close={close} />}
    />
  )
}
