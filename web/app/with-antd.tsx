import { Provider as Motion } from '@rc-component/motion'
import { App as AntApp, ConfigProvider, type ConfigProviderProps } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useMedia } from '#web/components/use-media.ts'
import { useIsPhone } from '#web/components/use-phone.ts'
import { showAnnouncements } from '#web/data/announcements.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { antdTheme } from './antd-theme.ts'
import { useShownTheme } from './shown-theme.ts'

/** A single object: a new one each time would redraw everything of antd. */
const BUTTON = { autoInsertSpace: false }

const still = matchMedia('(prefers-reduced-motion: reduce)')

/**
 * Wraps pages drawn with antd: its theme, the language of its own texts, notifications. Where base.css stops all motion,
 * antd must not wait for an animation to end: what opens would stay transparent. The token `motion` is not used for this,
 * since changing it redraws everything.
 */
export function WithAntd({ children }: { children?: ReactNode }) {
  const { shown, colour } = useShownTheme()
  const isPhone = useIsPhone()
  const theme = useMemo(() => antdTheme(shown, colour, isPhone), [shown, colour, isPhone])
  const locale = useAntdLocale()
  return (
    <ConfigProvider theme={theme} locale={locale} button={BUTTON}>
      <Motion motion={!useMedia(still)}>
        <AntApp>
          <Announcements />
          {children}
        </AntApp>
      </Motion>
    </ConfigProvider>
  )
}

type Locale = NonNullable<ConfigProviderProps['locale']>

function useAntdLocale(): Locale {
  const language = usePreferences(({ language }) => language)
  const [chinese, setChinese] = useState<Locale | null>(null)
  useEffect(() => {
    if (language === 'zh-CN' && !chinese)
      void import('antd/es/locale/zh_CN.js').then(
        ({ default: locale }) => setChinese(locale),
        // antd's few texts stay English.
        () => undefined,
      )
  }, [language, chinese])
  return language === 'zh-CN' && chinese ? chinese : enUS
}

function Announcements() {
  const { notification } = AntApp.useApp()
  useEffect(
    () =>
      showAnnouncements(
        ({ kind, title, text, stays }) =>
          notification[kind]({
            // Of several of a kind, such as failures that differ only in their references, the newest is shown.
            key: title,
            title,
            description: text,
            role: kind === 'error' ? 'alert' : 'status',
            ...(stays && { duration: 0 }),
          }),
        () => notification.destroy(),
      ),
    [notification],
  )
  return null
}
