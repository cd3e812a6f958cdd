import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { overhaulParts } from '#shared/contracts/mall.ts'
import { partNames, partsPerNames } from '#shared/parts.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { OfferedGoods } from '#web/components/goods/offered-goods.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

/** What an overhaul uses up, and goods for it that fit the machines on record; nothing for one that only looks or cleans. */
export function PlanParts({ id }: { id: string }) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const { data } = useQuery({
    queryKey: [overhaulParts.read.path, id],
    queryFn: () => call(overhaulParts.read, { params: { id } }),
    enabled: useMayCall(overhaulParts.read),
  })
  if (!data || data.parts.length === 0) return null
  const { parts, partsPer, goods, unknown, machine } = data
  const named = parts.map(part => partNames[part][language]).join(language === 'zh-CN' ? '、' : ', ')
  return (
    <section>
      <h3>{t($ => $.goods.needs)}</h3>
      <p className="caption">
        {named} · {partsPerNames[partsPer][language]}
      </p>
      <OfferedGoods goods={goods} unknown={unknown} />
      {goods.length === 0 && unknown.length === 0 && machine && (
        <p className="caption">
          {t($ => $.goods.none)}{' '}
          <ScreenLink to={hrefOf(paths.mall, { machine })}>{t($ => $.goods.search)}</ScreenLink>
        </p>
      )}
    </section>
  )
}
