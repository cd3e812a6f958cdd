import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { articleFamilies } from '#shared/articles.ts'
import { analysis, type CustomerMove, customerMoves } from '#shared/contracts/analysis.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useMayCall } from '#web/data/session.ts'
import { CustomerRows, DeviceRows, GoodRows } from './found-rows.tsx'
import { articleLists, articleReaders, screenKinds } from './screens-of.ts'
import { StepRows } from './step-rows.tsx'
import { useCard } from './use-card.ts'

interface Props {
  /** What is counted, and which item: `good 42`. */
  rows: string
  close: () => void
}

/** The rows behind one line of the analysis: `?rows=`. */
export function RowsDrawer({ rows, close }: Props) {
  const { t } = useTranslation('analysis')
  const { frame } = useScreen()
  const [kind = '', ...rest] = rows.split(' ')
  const key = rest.join(' ')
  const shown = useShown(kind, key)
  return (
    <Drawer
      open
      title={shown?.title}
      size={560}
      onClose={close}
      getContainer={frame}
      closable={{ placement: 'end', 'aria-label': t($ => $.rows.close) }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {shown?.content ?? <p className="caption">{t($ => $.rows.gone)}</p>}
    </Drawer>
  )
}

/** Title and content for a counted item; null if nothing by that name is counted. */
function useShown(kind: string, key: string) {
  const { t } = useTranslation('analysis')
  const { titleOf } = useScreen()
  const goods = useCard('orders')?.data?.lines
  const [mayCustomers, mayGoods] = [useMayCall(analysis.movedCustomers), useMayCall(analysis.orderedGoods)]
  const mayDevices = useMayCall(analysis.usedDevices)
  if (kind === 'customer' && mayCustomers) {
    const move = customerMoves.find((each): each is CustomerMove => each === key)
    return move && { title: t($ => $.customers[move]), content: <CustomerRows key={key} move={move} /> }
  }
  if (kind === 'good' && mayGoods) {
    const name = goods?.find(line => line.kind === 'good' && line.key === key)?.name
    return { title: name ?? t($ => $.orders.otherGood), content: <GoodRows key={key} good={key} /> }
  }
  if (kind === 'device' && mayDevices) return { title: t($ => $.devices.title), content: <DeviceRows /> }
  if (kind === 'article') {
    const family = articleFamilies.find(each => each === key)
    if (!family) return null
    const path = articleLists[family]
    const all = { href: hrefOf(path, { sort: '-reads' }), says: t($ => $.rows.articles) }
    const title = titleOf(articleReaders[family])
    return { title, content: <StepRows name="articles" kind="article" by={key} label={title} all={all} /> }
  }
  if (kind !== 'screen') return null
  const [whose = '', path = ''] = key.split(' ')
  const by = screenKinds.find(each => each === whose)
  if (!by) return null
  const label = `${titleOf(path)} · ${t($ => $.screens.kinds[by])}`
  const all = { href: paths.trajectoryAnalysis, says: t($ => $.rows.visits) }
  return { title: label, content: <StepRows name="screens" kind="screen" by={key} label={label} all={all} /> }
}
