import { type ThemeConfig, theme } from 'antd'
import type { Primary } from '#web/data/preferences.ts'

/** antd's theme for this theme and primary colour. theme.css defines the colours once; they are read from the page. */
export function antdTheme(shown: 'light' | 'dark', primary: Primary, isPhone: boolean): ThemeConfig {
  const page = document.documentElement
  page.dataset.theme = shown
  page.dataset.primary = primary
  const style = getComputedStyle(page)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const derive = shown === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm
  const fill = colour('pfill')
  const text = colour('p')
  // antd's algorithm would shift our colours, whose contrast is measured, so they are set back. Hover only darkens.
  const ours = {
    colorPrimary: fill,
    colorPrimaryHover: `color-mix(in srgb, ${fill} 90%, black)`,
    colorPrimaryActive: `color-mix(in srgb, ${fill} 80%, black)`,
    colorPrimaryText: text,
    colorSuccess: colour('ok'),
    colorWarning: colour('watch'),
    colorError: colour('alarm'),
    colorInfo: colour('info'),
    colorLink: text,
    colorLinkHover: text,
  }
  return {
    algorithm: seed => ({ ...derive(seed), ...ours }),
    token: {
      colorPrimary: colour('pfill'),
      colorLink: colour('p'),
      colorBgBase: shown === 'dark' ? colour('bg') : '#ffffff',
      colorBgContainer: colour('surface'),
      colorBgElevated: shown === 'dark' ? colour('raised') : '#ffffff',
      colorBgLayout: colour('bg'),
      colorBorder: colour('line2'),
      colorBorderDisabled: colour('line'),
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
      // What a working button says is still to be read; it turns besides.
      opacityLoading: 1,
      borderRadius: 8,
      // A thumb needs 44 px, whatever the size of a control on a desk.
      ...(isPhone && { controlHeight: 44, controlHeightSM: 44 }),
      controlHeightLG: 44,
      fontSize: 14,
      fontFamily: 'var(--font)',
    },
    components: {
      // These write text in the primary colour: use its text tone, not the darker tone of filled buttons.
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 550,
        defaultHoverColor: colour('p'),
        defaultHoverBorderColor: colour('p'),
        defaultActiveColor: colour('p'),
        defaultActiveBorderColor: colour('p'),
      },
      // An empty box is recognized by its outline.
      Checkbox: { colorBorder: colour('text3') },
      Tree: { colorBorder: colour('text3') },
      Tabs: { itemSelectedColor: colour('p'), itemHoverColor: colour('p'), inkBarColor: colour('p') },
      Pagination: { itemActiveColor: colour('p'), itemActiveColorHover: colour('p') },
      Form: {
        itemMarginBottom: 14,
        labelFontSize: 13,
        labelColor: colour('text2'),
        verticalLabelPadding: '0 0 4px',
      },
      Table: {
        cellPaddingBlockSM: 6,
        cellPaddingInlineSM: 12,
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
