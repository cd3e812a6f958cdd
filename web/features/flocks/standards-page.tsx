import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type BreedStandard, breedStandards } from '#shared/contracts/breed-standards.ts'
import { houseTypeNames } from '#shared/signals.ts'
import { readOwn } from '#shared/standards/standard-table.ts'
import { breeds } from '#shared/standards/standards.ts'
import { ExcelButtons } from '#web/components/excel/excel-buttons.tsx'
import { ListDialogs } from '#web/components/list/list-dialogs.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { Standard } from './standard.tsx'
import './flock-detail.css'
import './standards-page.css'

/** The standards of the viewer's own office, those published to it, and the public ones that come with the product. */
export function StandardsPage() {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [breedStandards.list.path],
    queryFn: () => call(breedStandards.list),
  })
  if (isPending) return <PageSkeleton />
  const excel = { filters: {}, sort: undefined, total: data?.length ?? 0, isOfBefore: false }
  return (
    <ListDialogs>
      <div className="page">
        <div className="list-head">
          <div>
            <button
              type="button"
              className="flock-back"
              onClick={() => setSearch({ standards: undefined }, { push: true })}
            >
              <ArrowLeft size={14} aria-hidden /> {t($ => $.allFlocks)}
            </button>
            <h1>{t($ => $.standards)}</h1>
            <p>{t($ => $.standardsSays)}</p>
          </div>
          <div className="list-head-actions">
            <ExcelButtons list={excel} endpoints={breedStandards} />
          </div>
        </div>
        {data ? (
          <section aria-label={t($ => $.ownStandards)}>
            <h2 className="standards-heading">{t($ => $.ownStandards)}</h2>
            {data.length === 0 && <p className="card standards-empty">{t($ => $.noOwnStandards)}</p>}
            <div className="standards-grid">
              {data.map(standard => (
                <Own key={standard.id} standard={standard} />
              ))}
            </div>
          </section>
        ) : (
          <LoadProblem error={error} retry={() => void refetch()} />
        )}
        <section aria-label={t($ => $.publicStandards)}>
          <h2 className="standards-heading">{t($ => $.publicStandards)}</h2>
          <div className="standards-grid">
            {breeds.map(breed => (
              <div key={breed} className="card standards-card">
                <Standard breed={breed} />
              </div>
            ))}
          </div>
        </section>
      </div>
    </ListDialogs>
  )
}

function Own({ standard }: { standard: BreedStandard }) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const confirm = useConfirmed({ success: t($ => $.standardRemoved) })
  const remove = () =>
    confirm(
      {
        title: t($ => $.standardRemoveAsk, { name: standard.name }),
        says: t($ => $.standardRemoveSays),
        ok: t($ => $.remove),
      },
      () => call(breedStandards.remove, { params: { id: standard.id } }),
    )
  const of = standard.houseTypes.map(type => houseTypeNames[type][language])
  const [first, last] = [standard.rows[0]?.[1] ?? 0, standard.rows.at(-1)?.[1] ?? 0]
  const ages = { from: Number(first), to: Number(last) }
  return (
    <div className="card standards-card">
      <Standard breed={readOwn(standard)} />
      <p className="caption num">
        {[
          of.join(language === 'zh-CN' ? '、' : ', '),
          standard.period === 'week' ? t($ => $.standardWeeks, ages) : t($ => $.standardDays, ages),
          standard.isOwn ? t($ => $.standardOwn) : t($ => $.standardPublished),
          t($ => $.standardFlocks, { count: standard.flocks }),
        ].join(' · ')}
      </p>
      <RowActions
        name={standard.name}
        actions={[
          {
            key: 'remove',
            label: t($ => $.remove),
            endpoint: breedStandards.remove,
            isOpen: standard.isOwn && standard.flocks === 0,
            isRare: true,
            onClick: remove,
          },
        ]}
      />
    </div>
  )
}
