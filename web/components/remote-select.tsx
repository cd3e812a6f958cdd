import { Select, type SelectProps } from 'antd'
import { type Named, useTellNames } from './form/form-names.ts'
import type { Options } from './use-options.ts'

/** A picker whose options come from the server as the user types. `also` keeps the names of known values. */
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
        // The server has filtered its options; one known only by name does not match the input.
        filterOption: (_, option) => source.options.some(({ value }) => value === option?.value),
        onSearch: source.search,
      }}
      loading={source.loading}
      options={[...missing, ...source.options]}
    />
  )
}

/** A picker with a few fixed options. */
export function ChoiceSelect({ options, ...rest }: Omit<SelectProps, 'options'> & { options: Named[] }) {
  useTellNames(options)
  return <Select {...rest} options={options} />
}
