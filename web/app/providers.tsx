import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider, type ConfigProviderProps } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { showAnnouncements } from '#web/data/announcements.ts'
import { shownTheme, usePreferences } from '#web/data/preferences.ts'
import { queries } from '#web/data/queries.ts'
import { dressIn } from './antd-theme.ts'

/** What surrounds every page: theme, language of antd's own words, the cache of server data, notifications. */
export function Providers({ children }: { children: ReactNode }) {
  const theme = useShownTheme()
  const locale = useAntdLocale()
  return (
    <QueryClientProvider client={queries}>
      <ConfigProvider theme={theme} locale={locale} button={{ autoInsertSpace: false }}>
        <AntApp>
          <Announcements />
          {children}
        </AntApp>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

/** The attributes of the page decide the colours; antd then reads them from there. */
function useShownTheme() {
  const { theme, colour } = usePreferences()
  const [shown, setShown] = useState(() => shownTheme(theme))
  useEffect(() => {
    const device = matchMedia('(prefers-color-scheme: light)')
    const follow = () => setShown(shownTheme(theme))
    follow()
    device.addEventListener('change', follow)
    return () => device.removeEventListener('change', follow)
  }, [theme])
  useLayoutEffect(() => {
    const bar = document.querySelector('meta[name="theme-color"]')
    bar?.setAttribute('content', shown === 'dark' ? '#0a0e13' : '#f2f4f6')
  }, [shown])
  return useMemo(() => dressIn(shown, colour), [shown, colour])
}

type Locale = NonNullable<ConfigProviderProps['locale']>

function useAntdLocale(): Locale {
  const language = usePreferences(({ language }) => language)
  const [chinese, setChinese] = useState<Locale | null>(null)
  useEffect(() => {
    if (language === 'zh-CN' && !chinese)
      void import('antd/es/locale/zh_CN.js').then(({ default: locale }) => setChinese(locale))
  }, [language, chinese])
  return language === 'zh-CN' && chinese ? chinese : enUS
}

function Announcements() {
  const { notification } = AntApp.useApp()
  useEffect(
    () =>
      showAnnouncements(({ kind, title, text }) =>
        notification[kind]({ title, description: text, role: kind === 'error' ? 'alert' : 'status' }),
      ),
    [notification],
  )
  return null
}
