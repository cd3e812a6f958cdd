import { App, Input } from 'antd'

interface Question {
  title: string
  start?: string
  /** What may be taken; the button waits for it. */
  isGood?: (line: string) => boolean
}

/** Asks for one line of text; null when it was left. */
export function useLineQuestion(): (question: Question) => Promise<string | null> {
  const { modal } = App.useApp()
  return ({ title, start = '', isGood = () => true }) =>
    new Promise(answer => {
      let line = start.trim()
      const type = (text: string) => {
        line = text.trim()
        dialog.update({ okButtonProps: { disabled: !isGood(line) } })
      }
      const take = () => {
        if (!isGood(line)) return
        answer(line)
        dialog.destroy()
      }
      const dialog = modal.confirm({
        icon: null,
        title,
        focusable: { autoFocusButton: null },
        content: (
          <Input
            aria-label={title}
            autoFocus
            defaultValue={start}
            maxLength={500}
            onChange={({ target }) => type(target.value)}
            onPressEnter={take}
          />
        ),
        okButtonProps: { disabled: !isGood(line) },
        onOk: () => answer(line),
        onCancel: () => answer(null),
      })
    })
}
