import { type ThemeConfig, theme } from 'antd'

/** antd in the colours of theme.css, which are said there once and read from the page. */
export function antdTheme(shown: 'light' | 'dark'): ThemeConfig {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    algorithm: shown === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: colour('pfill'),
      colorLink: colour('p'),
      colorBgBase: shown === 'dark' ? colour('bg') : '#ffffff',
      colorBgContainer: colour('surface'),
      colorBgElevated: shown === 'dark' ? colour('raised') : '#ffffff',
      colorBgLayout: colour('bg'),
      colorBorder: colour('line2'),
      colorBorderSecondary: colour('line'),
      colorSuccess: colour('ok'),
      colorWarning: colour('watch'),
      colorError: colour('alarm'),
      colorTextBase: colour('text'),
      colorText: colour('text'),
      colorTextSecondary: colour('text2'),
      colorTextTertiary: colour('text3'),
      colorTextDescription: colour('text3'),
      colorTextPlaceholder: colour('text3'),
      borderRadius: 8,
      fontSize: 14,
      fontFamily: 'var(--font)',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 550 },
      Table: {
        cellPaddingBlockSM: 6,
        cellFontSize: 13,
        cellFontSizeSM: 13,
        headerBg: colour('surface'),
        headerColor: colour('text2'),
        headerSplitColor: 'transparent',
        rowHoverBg: colour('raised'),
      },
    },
  }
}
