import { useQueries } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { mall, type ShownGood } from '#shared/contracts/mall.ts'
import { bothNames } from '#shared/text.ts'
import { HouseNames } from '#web/components/goods/house-names.tsx'
import { Price } from '#web/components/goods/price.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { GoodPicture } from './picture.tsx'

/** Up to three goods side by side: price, houses, and every data row that any of them has. */
export function CompareDialog({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { t } = useTranslation('mall')
  const { frame } = useScreen()
  const language = usePreferences(({ language }) => language)
  const goods = useQueries({
    queries: ids.map(id => ({
      queryKey: [mall.read.path, id],
      queryFn: () => call(mall.read, { params: { id } }),
    })),
  }).flatMap(({ data }) => data ?? [])
  const nameOf = (line: ShownGood['specifications'][number]) => bothNames(line)[language]
  const lines = [...new Set(goods.flatMap(({ specifications }) => specifications.map(nameOf)))]
  return (
    <Modal open title={t($ => $.compare)} footer={null} width={880} onCancel={close} getContainer={frame}>
      <div className="mall-comparison">
        <table>
          <thead>
            <tr>
              <td />
              {goods.map(({ id, name, cover }) => (
                <th key={id} scope="col">
                  <GoodPicture id={cover} />
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t($ => $.price)}</th>
              {goods.map(({ id, price, isFrom, unit }) => (
                <td key={id}>
                  <Price price={price} isFrom={isFrom} unit={unit} />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t($ => $.code)}</th>
              {goods.map(({ id, code }) => (
                <td key={id}>{code}</td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t($ => $.fits)}</th>
              {goods.map(({ id, fits }) => (
                <td key={id}>{fits.length > 0 ? <HouseNames houses={fits} /> : t($ => $.noFit)}</td>
              ))}
            </tr>
            {lines.map(line => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {goods.map(({ id, specifications }) => (
                  <td key={id}>{specifications.find(each => nameOf(each) === line)?.value ?? '—'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  )
}
