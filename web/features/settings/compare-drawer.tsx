import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import type { SettingDocument } from '#shared/signals.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useReader } from '#web/data/preferences.ts'
import { sayValue } from './cell-value.ts'
import { comparedRows } from './compared.ts'
import { SettingsDrawer } from './settings-drawer.tsx'
import { useCopyTargets } from './use-copy-targets.ts'

/** Houses beside this one. */
const BESIDE = 2

/** This group in two or three houses side by side: the differences between them. */
export function CompareDrawer({ data, close }: { data: SettingsOfGroup; close: () => void }) {
  const { t } = useTranslation('settings')
  const found = useCopyTargets(data)
  const [picked, setPicked] = useState<readonly string[]>([])
  const targets = found.data ?? []
  const beside = targets.filter(({ house }) => picked.includes(house.id))
  return (
    <SettingsDrawer
      title={t($ => $.compareTitle, { house: data.house.name })}
      size={720}
      close={close}
      foot={<Button onClick={close}>{t($ => $.close)}</Button>}
    >
      {found.error && <LoadProblem error={found.error} retry={found.retry} />}
      {found.data?.length === 0 && <p>{t($ => $.noOtherHouse)}</p>}
      <fieldset className="compare-houses">
        <legend className="visually-hidden">{t($ => $.compare)}</legend>
        {targets.map(({ house: { id, name } }) => (
          <Checkbox
            key={id}
            checked={picked.includes(id)}
            disabled={!picked.includes(id) && picked.length >= BESIDE}
            onChange={({ target }) =>
              setPicked(known => (target.checked ? [...known, id] : known.filter(each => each !== id)))
            }
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
      {beside.length > 0 && (
        <SideBySide
          columns={[
            { name: data.house.name, values: data.values },
            ...beside.map(({ house, values }) => ({ name: house.name, values })),
          ]}
        />
      )}
    </SettingsDrawer>
  )
}

interface Column {
  name: string
  values: SettingDocument
}

/** The settings that are not the same in all of these houses. */
function SideBySide({ columns }: { columns: readonly Column[] }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const differ = comparedRows(columns.map(({ values }) => values))
  if (differ.length === 0) return <p>{t($ => $.nothingDiffers)}</p>
  return (
    <div className="setting-matrix">
      <table>
        <thead>
          <tr>
            <th scope="col" className="visually-hidden-cell" />
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differ.map(({ key, signal, label, values }) => (
            <tr key={key}>
              <th scope="row">{label[reader.language]}</th>
              {columns.map(({ name }, i) => (
                <td key={name} className="num">
                  {sayValue(values[i], signal, reader)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
