import { App } from 'antd'

interface Question {
  title: string
  content: string
  /** The words for losing the input, and for staying with it. */
  okText: string
  cancelText: string
}

/**
 * Asks before input that is not saved is lost. Staying is the way the question offers: whoever answers it with the key
 * that brought it loses nothing.
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
