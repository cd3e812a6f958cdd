import { App as AntApp, ConfigProvider } from 'antd'
import { Pane } from './pane.tsx'
import type { Screen } from './screen.ts'

/** With a key of their own choice all screens share one set of antd's styles; without it each makes its own. */
const STILL = { token: { motion: false }, cssVar: { key: 'css-var-still' } }

/**
 * A screen drawn with antd: its dialogs belong to it. Motion is off inside, since antd's animated dialogs do not
 * survive being hidden with their screen.
 */
export function AntdPane({ screen }: { screen: Screen }) {
  return (
    <ConfigProvider theme={STILL}>
      <AntApp component={false}>
        <Pane screen={screen} />
      </AntApp>
    </ConfigProvider>
  )
}
