import { Button } from 'antd'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import type { Wanted } from '#shared/setting-draft.ts'
import { isKind } from '#shared/what-if/verdict.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { groupHref } from '#web/components/setting-group-href.ts'
import { useReader } from '#web/data/preferences.ts'
import { Differences } from './differences.tsx'
import { groupTitle } from './group-title.ts'
import { sayFigure } from './try-out-figures.ts'

interface Props {
  tried: TriedOut
  data: SettingsOfGroup
  take: (cells: Wanted) => void
}

/** The move that makes up for what a draft makes worse, with its figures, and those that do not. */
export function TryOutMoves({ tried, data, take }: Props) {
  const { t } = useTranslation('settings')
  const { suggestion, vain, verdict } = tried
  if (isKind(verdict)) return null
  const moves = vain.map(kind => t($ => $.tryOut.moves[kind])).join(t($ => $.listComma))
  return (
    <div className="try-out-suggestion row gap-25">
      <FlaskConical size={18} aria-hidden />
      <div className="stack gap-2">
        {suggestion ? (
          <Suggested suggestion={suggestion} data={data} take={take} />
        ) : (
          <strong>{t($ => $.tryOut.noMove)}</strong>
        )}
        {vain.length > 0 && <p className="caption">{t($ => $.tryOut.vain, { moves })}</p>}
      </div>
    </div>
  )
}

interface SuggestedProps {
  suggestion: NonNullable<TriedOut['suggestion']>
  data: SettingsOfGroup
  take: Props['take']
}

function Suggested({ suggestion, data, take }: SuggestedProps) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { open } = useScreen()
  const { kind, cells, figures } = suggestion
  const group = groupTitle(suggestion.group, reader.language)
  const isHere = suggestion.group === data.group
  const device = data.devices.length > 1 ? data.device.id : undefined
  return (
    <>
      <strong>{t($ => $.tryOut.with, { move: t($ => $.tryOut.moves[kind]) })}</strong>
      <Differences before={suggestion.before} wanted={cells} />
      <p>
        {t($ => $.tryOut.withSays, {
          lowest: sayFigure('lowest', figures.lowest, reader),
          highest: sayFigure('highest', figures.highest, reader),
          peak: sayFigure('peakCo2', figures.peakCo2, reader),
          nh3: sayFigure('peakNh3', figures.peakNh3, reader),
          heat: sayFigure('heatKwh', figures.heatKwh, reader),
          energy: sayFigure('fanKwh', figures.fanKwh, reader),
        })}
      </p>
      {isHere ? (
        <Button onClick={() => take(cells)}>{t($ => $.tryOut.takeMove)}</Button>
      ) : (
        <>
          <p className="caption">{t($ => $.tryOut.inOtherGroup, { group })}</p>
          <Button onClick={() => open(groupHref(suggestion.group, data.house.id, { device }))}>
            {t($ => $.tryOut.openGroup, { group })}
          </Button>
        </>
      )}
    </>
  )
}
