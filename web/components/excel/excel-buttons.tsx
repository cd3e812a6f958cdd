import { Download, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { useFollowed } from '#web/data/jobs.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { ActionButton } from '../action-button.tsx'
import { countOf, type List } from '../list/use-list.ts'
import { useExport } from './use-export.ts'
import './excel-buttons.css'

/** A list's Excel endpoints, as its contract spreads them. */
export interface ExcelEndpoints {
  export: Endpoint
  template?: Endpoint
  import?: Endpoint
}

interface Props {
  list: Exported
  endpoints: ExcelEndpoints
  /** Files that people have laid out themselves are imported too. */
  ownFiles?: boolean
}

/** What an export needs to know of its list. */
export type Exported = Pick<List<unknown>, 'filters' | 'sort' | 'total' | 'isOfBefore' | 'isBounded'>

/** Export of what the list shows under its filters, and import if the list supports it; each for users who may. */
export function ExcelButtons({ list, endpoints, ownFiles = false }: Props) {
  const { t } = useTranslation('excel')
  const { template, import: importing } = endpoints
  const open = () =>
    importing &&
    useFollowed.setState({
      importing: { jobId: null, import: importing, ownFiles, ...(template && { template }) },
    })
  return (
    <>
      {importing && (
        <ActionButton
          endpoint={importing}
          className="excel-button"
          title={t($ => $.importInto)}
          icon={<Upload size={15} aria-hidden />}
          onClick={open}
        >
          <span>{t($ => $.import)}</span>
        </ActionButton>
      )}
      <ExportButton list={list} endpoint={endpoints.export} />
    </>
  )
}

function ExportButton({ list, endpoint }: { list: Exported; endpoint: Endpoint }) {
  const { t } = useTranslation('excel')
  const language = usePreferences(({ language }) => language)
  const { start, busy } = useExport(endpoint)
  const body = { ...list.filters, ...(list.sort && { sort: list.sort }) }
  return (
    <ActionButton
      endpoint={endpoint}
      className="excel-button"
      title={t($ => $.exportOf)}
      icon={<Download size={15} aria-hidden />}
      disabled={list.total === 0}
      loading={busy}
      onClick={() => void start({ body })}
    >
      <span className="num">
        {list.total === 0 || list.isOfBefore
          ? t($ => $.export)
          : t($ => $.exportCount, { number: countOf(list.total, list, language) })}
      </span>
    </ActionButton>
  )
}
