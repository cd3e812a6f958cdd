import { Button } from 'antd'
import { ImageDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#shared/dates.ts'
import { saveCanvases } from '#web/components/chart/save-picture.ts'
import { usePreferences } from '#web/data/preferences.ts'
import type { Panel } from './panels.ts'
import type { TimeWindow } from './period.ts'

interface Props {
  /** The element with the panels. */
  place: () => Element | null
  title: string
  shown: TimeWindow
  timeZone: string
  panels: readonly Panel[]
  disabled: boolean
}

/** Saves the panels as shown, as one picture with the names of their lines. */
export function PictureButton({ place, title, shown, timeZone, panels, disabled }: Props) {
  const { t } = useTranslation('charts')
  const language = usePreferences(({ language }) => language)
  const at = (ms: number) => momentOf(new Date(ms), language, timeZone).slice(0, -3)
  const save = () => {
    const board = place()
    if (!board) return
    const style = getComputedStyle(board)
    const lines = panels.flatMap(({ lines }) => lines).sort((a, b) => a.index - b.index)
    void saveCanvases([...board.querySelectorAll('canvas')], board, {
      title,
      says: `${t($ => $.range, { from: at(shown.from), to: at(shown.to) })} · ${timeZone}`,
      keys: lines.map(({ metric: { label, unit, quantity }, dash }) => ({
        label: unit === '' ? label : `${label}, ${unit}`,
        colour:
          (quantity && style.getPropertyValue(`--q-${quantity}`).trim()) ||
          style.getPropertyValue('--text2').trim(),
        dash,
      })),
    })
  }
  return (
    <Button icon={<ImageDown size={16} aria-hidden />} disabled={disabled} onClick={save}>
      {t($ => $.picture)}
    </Button>
  )
}
