import { Select, type SelectProps } from 'antd'
import { type Named, useTellNames } from './form/form-names.ts'
import type { Options } from './use-options.ts'

/** A picker whose choices come from the server as one types. Known values keep their names by `also`. */
export function RemoteSelect({
  source,
  also = [],
  ...rest
}: Omit<SelectProps, 'options'> & { source: Options; also?: Options['options'] }) {
  const missing = also.filter(({ value }) => !source.options.some(option => option.value === value))
  useTellNames(missing)
  useTellNames(source.options)
  return (
    <Select
      {...rest}
      showSearch={{
        // The server has filtered its own; what is only known by name is no answer to what is typed.
        filterOption: (_, option) => source.options.some(({ value }) => value === option?.value),
        onSearch: source.search,
      }}
      loading={source.loading}
      options={[...missing, ...source.options]}
    />
  )
}

/** A picker of a few known choices. */
export function ChoiceSelect({ options, ...rest }: Omit<SelectProps, 'options'> & { options: Named[] }) {
  useTellNames(options)
  return <Select {...rest} options={options} />
}
