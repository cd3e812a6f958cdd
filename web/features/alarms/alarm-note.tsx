import { Input } from 'antd'

interface Props {
  label: string
  hint: string
  note: string
  setNote: (note: string) => void
}

/** A note written with a step. */
export function AlarmNote({ label, hint, note, setNote }: Props) {
  return (
    <Input.TextArea
      aria-label={label}
      placeholder={hint}
      autoSize={{ minRows: 1, maxRows: 4 }}
      maxLength={500}
      value={note}
      onChange={event => setNote(event.target.value)}
    />
  )
}
