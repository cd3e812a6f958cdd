import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'

/** With a fixed key all screens share one set of antd's styles; without it each makes its own. */
const STILL = { token: { motion: false }, cssVar: { key: 'css-var-still' } }

/**
 * Turns antd's motion off inside. Its animated dialogs do not survive being hidden with their screen, and an animation that
 * finds nothing to move never ends: a button keeps the name "loading Save".
 */
export function AntdStill({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={STILL}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}
