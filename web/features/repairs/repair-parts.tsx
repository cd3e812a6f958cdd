import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Store } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { repairParts } from '#shared/contracts/mall.ts'
import type { RepairDetail } from '#shared/contracts/repairs.ts'
import { machineNames } from '#shared/machines.ts'
import { type Part, partNames } from '#shared/parts.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { Choice } from '#web/components/choice.tsx'
import { OfferedGoods } from '#web/components/goods/offered-goods.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

/** Goods that nobody has said what they are. */
const OTHER = 'other'
const kinds = [...(Object.keys(partNames) as Part[]), OTHER] as const

/** Spare parts for the machine of a repair: first the kind of part, then the good. Without a machine, a search for what was typed. */
export function RepairParts({ repair: { id, machine, equipment } }: { repair: RepairDetail }) {
  const { t } = useTranslation('repairs')
  const { exists, open } = useScreen()
  if (machine !== null) return <PartsOfMachine id={id} machine={machine} />
  if (!exists(paths.mall) || !equipment) return null
  return (
    <Button
      icon={<Store size={16} aria-hidden />}
      onClick={() => open(hrefOf(paths.mall, { search: equipment }))}
    >
      {t($ => $.parts)}
    </Button>
  )
}

function PartsOfMachine({ id, machine }: { id: string; machine: NonNullable<RepairDetail['machine']> }) {
  const { t } = useTranslation('repairs')
  const { t: tOf } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const { exists } = useScreen()
  const [chosen, setChosen] = useState<(typeof kinds)[number]>()
  const { data } = useQuery({
    queryKey: [repairParts.read.path, id],
    queryFn: () => call(repairParts.read, { params: { id } }),
    enabled: useMayCall(repairParts.read) && exists(paths.mall),
  })
  if (!data) return null
  const { goods, unknown } = data
  const kindOf = (part: Part | null) => part ?? OTHER
  const offered = kinds.filter(kind => goods.some(({ part }) => kindOf(part) === kind))
  const shown = offered.length === 1 ? offered[0] : chosen
  const title = t($ => $.partsOf, { machine: machineNames[machine][language] })
  return (
    <section>
      <h3>{title}</h3>
      {offered.length > 1 && (
        <Choice
          label={title}
          options={offered.map(kind => [
            kind,
            kind === OTHER ? t($ => $.otherParts) : partNames[kind][language],
          ])}
          chosen={chosen}
          choose={setChosen}
        />
      )}
      <OfferedGoods goods={goods.filter(({ part }) => kindOf(part) === shown)} unknown={unknown} />
      {goods.length === 0 && unknown.length === 0 && (
        <p className="caption">
          {tOf($ => $.goods.none)}{' '}
          <ScreenLink to={hrefOf(paths.mall, { machine })}>{tOf($ => $.goods.search)}</ScreenLink>
        </p>
      )}
    </section>
  )
}
