import { App } from 'antd'

interface Question {
  title: string
  content: string
  /** The labels for discarding the input, and for staying. */
  okText: string
  cancelText: string
}

/**
 * Asks before unsaved input is lost. Staying is the default: answering with the key that opened the question loses nothing.
 */
export function useDiscardQuestion(): (question: Question, discard: () => void, keep?: () => void) => void {
  const { modal } = App.useApp()
  return (question, discard, keep) =>
    void modal.confirm({
      ...question,
      okType: 'default',
      cancelButtonProps: { type: 'primary' },
      focusable: { autoFocusButton: 'cancel' },
      onOk: discard,
      ...(keep && { onCancel: keep }),
    })
}
