import { App, Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type House, houses } from '#shared/contracts/houses.ts'
import { houseTypes } from '#shared/signals.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { type Column, DataTable } from '#web/components/list/data-table.tsx'
import { ChoiceFilter, SearchFilter } from '#web/components/list/filters.tsx'
import { useList } from '#web/components/list/use-list.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { HouseFormDialog } from './house-form-dialog.tsx'

/** `/chicken-home-manage`: the houses in the viewer's scope. */
export function HousesPage() {
  const { t } = useTranslation('houses')
  const list = useList(houses.list, ['search', 'type'])
  const [editing, setEditing] = useState<House | 'new' | null>(null)
  const columns = useColumns()
  const types = useTypeOptions()
  const mayCreate = useMayCall(houses.create)
  const create = mayCreate && (
    <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t($ => $.new)}
    </Button>
  )
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num">{list.isLoading ? '\u00a0' : t($ => $.says, { count: list.total })}</p>
        </div>
        {create}
      </div>
      <div className="list-filters">
        <SearchFilter list={list} hint={t($ => $.searchHint)} />
        <ChoiceFilter list={list} name="type" label={t($ => $.fields.type)} options={types} />
      </div>
      <DataTable
        list={list}
        columns={columns}
        actions={house => <RowActions house={house} edit={() => setEditing(house)} />}
        empty={
          <div className="empty-list">
            <strong>{t($ => $.emptyTitle)}</strong>
            {mayCreate ? t($ => $.emptySays) : t($ => $.emptyReadOnly)}
            {create}
          </div>
        }
      />
      {editing && (
        <HouseFormDialog house={editing === 'new' ? null : editing} close={() => setEditing(null)} />
      )}
    </div>
  )
}

function useTypeOptions() {
  const { t } = useTranslation('components')
  return houseTypes.map(type => ({ value: type, label: t($ => $.houseType[type]) }))
}

function useColumns(): Column<House>[] {
  const { t } = useTranslation('houses')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const number = (value: number) => value.toLocaleString(language)
  return [
    { key: 'name', title: t($ => $.fields.name), render: ({ name }) => name, sort: 'name' },
    { key: 'type', title: t($ => $.fields.type), render: ({ type }) => word($ => $.houseType[type]) },
    { key: 'officeId', title: t($ => $.fields.officeId), render: ({ officeName }) => officeName },
    {
      key: 'devices',
      title: t($ => $.sections.devices),
      render: ({ devices }) =>
        devices.length === 0
          ? '—'
          : devices.map(({ id, code, status }) => (
              <div key={id} className="house-device">
                <span className="mono">{code}</span> <DeviceStatusWord status={status} />
              </div>
            )),
    },
    {
      key: 'dayAge',
      title: t($ => $.fields.dayAge),
      atEnd: true,
      render: ({ dayAge }) => (
        <span className="num">{dayAge === null ? t($ => $.empty) : t($ => $.day, { day: dayAge })}</span>
      ),
    },
    {
      key: 'flockCount',
      title: t($ => $.fields.flockCount),
      atEnd: true,
      render: ({ flockCount }) => (
        <span className="num">{flockCount === null ? '—' : number(flockCount)}</span>
      ),
    },
    {
      key: 'size',
      title: t($ => $.fields.size),
      atEnd: true,
      render: ({ lengthM, widthM, heightM }) => (
        <span className="num">{`${[lengthM, widthM, heightM].map(number).join(' × ')}\u202fm`}</span>
      ),
    },
    { key: 'timeZone', title: t($ => $.fields.timeZone), render: ({ timeZone }) => timeZone },
  ]
}

function RowActions({ house, edit }: { house: House; edit: () => void }) {
  const { t } = useTranslation('houses')
  const { t: word } = useTranslation('components')
  const { modal } = App.useApp()
  const mayEdit = useMayCall(houses.update)
  const mayRemove = useMayCall(houses.remove)
  const { submit } = useSubmit({
    touches: [houses.list.path, houses.monitor.path],
    success: t($ => $.removed),
  })
  const askAndRemove = () =>
    void modal.confirm({
      title: t($ => $.removeAsk, { name: house.name }),
      content: t($ => $.removeSays),
      okText: t($ => $.remove),
      cancelText: word($ => $.cancel),
      onOk: () => submit(() => call(houses.remove, { params: { id: house.id } })),
    })
  return (
    <span className="row-actions">
      {mayEdit && (
        <Button type="text" size="small" aria-label={`${t($ => $.edit)} ${house.name}`} onClick={edit}>
          {t($ => $.edit)}
        </Button>
      )}
      {mayRemove && (
        <Button
          type="text"
          size="small"
          aria-label={`${t($ => $.remove)} ${house.name}`}
          onClick={askAndRemove}
        >
          {t($ => $.remove)}
        </Button>
      )}
    </span>
  )
}
