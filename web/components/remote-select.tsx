import { Select, type SelectProps } from 'antd'
import type { Options } from './use-options.ts'

/** A picker whose choices come from the server as one types. Known values keep their names by `also`. */
export function RemoteSelect({
  source,
  also = [],
  ...rest
}: Omit<SelectProps, 'options'> & { source: Options; also?: Options['options'] }) {
  const missing = also.filter(({ value }) => !source.options.some(option => option.value === value))
  return (
    <Select
      {...rest}
      showSearch={{ filterOption: false, onSearch: source.search }}
      loading={source.loading}
      options={[...missing, ...source.options]}
    />
  )
}
