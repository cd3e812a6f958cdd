import './choice.css'

interface Props<T extends string> {
  label: string
  options: readonly (readonly [T, string])[]
  chosen: T | undefined
  choose: (option: T) => void
}

/** A few options side by side, exactly one of them chosen. */
export function Choice<T extends string>({ label, options, chosen, choose }: Props<T>) {
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{label}</legend>
      {options.map(([key, name]) => (
        <button key={key} type="button" aria-pressed={key === chosen} onClick={() => choose(key)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
