import { Check, ChevronsUpDown, Lock, Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shows } from './matrix.ts'
import type { RoleView } from './use-role-view.ts'
import '#web/components/plain-field.css'
import '#web/components/list/search-filter.css'
import '#web/components/list/filter-bar.css'

/** Search and chips over the permissions, the legend, and a switch for all groups at once. */
export function RoleBar({ view }: { view: RoleView }) {
  const { t } = useTranslation('roles')
  const { t: word } = useTranslation('components')
  return (
    <div className="filter-bar row wrap">
      <div className="filter-search">
        <div className="plain-field search-field">
          <Search size={15} aria-hidden />
          <input
            type="text"
            aria-label={t($ => $.find)}
            placeholder={t($ => $.find)}
            maxLength={100}
            value={view.text}
            onChange={event => view.setText(event.target.value)}
          />
          {view.text !== '' && (
            <button
              type="button"
              className="inner-button"
              aria-label={word($ => $.clearSearch)}
              onClick={() => view.setText('')}
            >
              <X size={14} aria-hidden />
            </button>
          )}
        </div>
      </div>
      <fieldset className="filter-chips row wrap stretch gap-15">
        <legend className="visually-hidden">{t($ => $.permission)}</legend>
        {shows.map(show => (
          <button
            key={show}
            type="button"
            aria-pressed={view.show === show}
            onClick={() => view.setShow(show)}
          >
            {t($ => $.show[show])} <span className="num">{view.counts[show]}</span>
          </button>
        ))}
      </fieldset>
      <div className="filter-tools role-tools row stretch">
        <span className="caption">
          <i className="role-sign">
            <Check size={10} strokeWidth={3} aria-hidden />
          </i>
          {t($ => $.legend.follows)}
        </span>
        <span className="caption">
          <Lock size={12} aria-hidden />
          {t($ => $.legend.lock)}
        </span>
        <button type="button" className="filter-button" onClick={() => view.openAll(!view.isAllOpen)}>
          <ChevronsUpDown size={15} aria-hidden />
          <span>{view.isAllOpen ? t($ => $.collapseAll) : t($ => $.expandAll)}</span>
        </button>
      </div>
    </div>
  )
}
