import { AntdStill } from '#web/components/antd-still.tsx'
import { Pane } from './pane.tsx'
import type { Screen } from './screen.ts'

/** A screen drawn with antd, with dialogs of its own. */
export function AntdPane({ screen }: { screen: Screen }) {
  return (
    <AntdStill>
      <Pane screen={screen} />
    </AntdStill>
  )
}
