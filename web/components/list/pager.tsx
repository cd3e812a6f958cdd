import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { pagesToOffer } from './pages-to-offer.ts'
import { countOf, type List } from './use-list.ts'
import './pager.css'

const SIZES = [10, 20, 50, 100]

/** Which rows show and the way to the others. antd's pager would bring its select box along, which no first page needs. */
export function Pager<T>({
  list,
  phone,
  note,
}: {
  list: List<T>
  phone: boolean
  note?: string | undefined
}) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const from = (list.page - 1) * list.size + 1
  return (
    <div className="data-pager split wrap">
      <span className="num">
        {list.total > 0 &&
          t($ => $.rows, {
            from,
            to: from + list.rows.length - 1,
            total: countOf(list.total, list, language),
          })}
        {note && ` · ${note}`}
      </span>
      {list.total > 0 && (
        <nav className="pager num" aria-label={t($ => $.pages)}>
          <Pages list={list} phone={phone} />
          {!phone && list.total > (SIZES[0] ?? 0) && (
            <select
              aria-label={t($ => $.pageSize)}
              value={list.size}
              onChange={event => list.setPage(1, Number(event.target.value))}
            >
              {SIZES.map(size => (
                <option key={size} value={size}>
                  {t($ => $.perPage, { size })}
                </option>
              ))}
            </select>
          )}
        </nav>
      )}
    </div>
  )
}

/** A phone has room for the current page, not for every page. */
function Pages<T>({ list, phone }: { list: List<T>; phone: boolean }) {
  const { t } = useTranslation('components')
  const { page, size, total } = list
  const last = Math.max(1, Math.ceil(total / size))
  const go = (to: number) => list.setPage(to, size)
  return (
    <>
      <button
        type="button"
        aria-label={t($ => $.previousPage)}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      >
        <ChevronLeft size={15} aria-hidden />
      </button>
      {phone ? (
        <span>
          {page} / {last}
        </span>
      ) : (
        pagesToOffer(page, last).map((number, place) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is nothing but its place
            <span key={`gap ${place}`}>…</span>
          ) : (
            <button
              key={number}
              type="button"
              aria-label={t($ => $.pageNumber, { page: number })}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => go(number)}
            >
              {number}
            </button>
          ),
        )
      )}
      <button
        type="button"
        aria-label={t($ => $.nextPage)}
        disabled={page >= last}
        onClick={() => go(page + 1)}
      >
        <ChevronRight size={15} aria-hidden />
      </button>
    </>
  )
}
