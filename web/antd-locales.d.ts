// antd's types call these files CommonJS while bundlers take them as modules; this says what arrives.
declare module 'antd/es/locale/en_US.js' {
  import type { ConfigProviderProps } from 'antd'

  const locale: NonNullable<ConfigProviderProps['locale']>
  export default locale
}
declare module 'antd/es/locale/zh_CN.js' {
  import type { ConfigProviderProps } from 'antd'

  const locale: NonNullable<ConfigProviderProps['locale']>
  export default locale
}
