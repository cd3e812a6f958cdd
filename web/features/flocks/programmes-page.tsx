import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type HealthProgramme, healthProgrammes } from '#shared/contracts/health-programmes.ts'
import { breedOf } from '#shared/flock-figures/standard.ts'
import { houseTypeNames } from '#shared/signals.ts'
import { standardOf } from '#shared/standards/standards.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { useList } from '#web/components/list/use-list.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

const ProgrammeForm = later(() => import('./programme-form.tsx').then(file => file.ProgrammeForm))

/** Filters in the address. */
const FILTERS = ['search', 'houseType', 'officeId']

/** `/chicken-batch?part=programmes`: the farm's programmes of vaccinations and treatments by age. */
export function ProgrammesPage() {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const language = usePreferences(({ language }) => language)
  const list = useList(healthProgrammes.list, FILTERS)
  const { row: editing, open: edit, close } = useEdited(list, healthProgrammes)
  return (
    <ListPage
      list={list}
      title={t($ => $.programmes.title)}
      says={count => t($ => $.programmes.says, { count })}
      searchHint={t($ => $.programmes.name)}
      views={
        <Button
          icon={<ArrowLeft size={15} aria-hidden />}
          onClick={() => setSearch({ part: undefined, id: undefined }, { push: true })}
        >
          {t($ => $.allFlocks)}
        </Button>
      }
      filters={[
        {
          name: 'houseType',
          label: t($ => $.type),
          options: Object.entries(houseTypeNames).map(([value, name]) => ({ value, label: name[language] })),
        },
        ...useCustomerFilter(),
      ]}
      columns={useColumns()}
      create={{
        label: t($ => $.programmes.new),
        endpoint: healthProgrammes.create,
        run: () => edit('new'),
      }}
      actions={programme => <Actions programme={programme} edit={() => edit(programme)} />}
      empty={{
        title: t($ => $.programmes.emptyTitle),
        says: t($ => $.programmes.emptySays),
        readOnly: t($ => $.programmes.emptyReadOnly),
      }}
    >
      {editing && <ProgrammeForm programme={editing === 'new' ? null : editing} close={close} />}
    </ListPage>
  )
}

function useColumns(): Column<HealthProgramme>[] {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const breedName = (name: string | null) => {
    const breed = breedOf(name)
    return breed ? standardOf(breed).name : (name ?? t($ => $.programmes.everyBreed))
  }
  return [
    { key: 'name', title: t($ => $.programmes.name), sort: 'name', render: ({ name }) => name },
    { key: 'customer', title: t($ => $.customer), isOthers: true, render: ({ customer }) => customer },
    {
      key: 'houseType',
      title: t($ => $.type),
      card: 'line',
      render: ({ houseType }) => houseTypeNames[houseType][language],
    },
    { key: 'breed', title: t($ => $.breed), card: 'line', render: ({ breed }) => breedName(breed) },
    {
      key: 'steps',
      title: t($ => $.programmes.steps),
      card: 'line',
      render: ({ steps }) => (
        <span className="num">{t($ => $.programmes.stepCount, { count: steps.length })}</span>
      ),
    },
    {
      key: 'flocks',
      title: t($ => $.programmes.flocks),
      atEnd: true,
      card: 'note',
      render: ({ flocks }) => (
        <span className="num">{t($ => $.programmes.flockCount, { count: flocks })}</span>
      ),
    },
    {
      key: 'isGiven',
      title: t($ => $.programmes.isGiven),
      render: ({ isGiven }) => (isGiven ? t($ => $.programmes.given) : t($ => $.programmes.notGiven)),
    },
  ]
}

function Actions({ programme, edit }: { programme: HealthProgramme; edit: () => void }) {
  const { t } = useTranslation('flocks')
  const confirm = useConfirmed({ success: t($ => $.programmes.removed) })
  const { id, name, flocks } = programme
  const remove = () =>
    confirm(
      {
        title: t($ => $.programmes.removeAsk, { name }),
        says: t($ => $.programmes.removeSays, { count: flocks }),
        ok: t($ => $.programmes.remove),
      },
      () => call(healthProgrammes.remove, { params: { id } }),
    )
  return (
    <RowActions
      name={name}
      actions={[
        { key: 'edit', label: t($ => $.programmes.edit), endpoint: healthProgrammes.update, onClick: edit },
        {
          key: 'remove',
          label: t($ => $.programmes.remove),
          endpoint: healthProgrammes.remove,
          onClick: remove,
        },
      ]}
    />
  )
}
