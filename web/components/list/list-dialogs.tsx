import { createContext, type ReactNode, useContext, useState } from 'react'

/** A dialog, drawn with a function that closes it. */
export type Dialog = (close: () => void) => ReactNode

const DialogContext = createContext<(dialog: Dialog) => void>(() => {
  throw new Error('a dialog is shown by the list page around it')
})

/**
 * Shows a dialog over the list, opened by a row's action or following a form. The list holds it, so it stays when its row
 * moves to another page of the list meanwhile.
 */
export const useShowDialog = () => useContext(DialogContext)

/** Holds the dialog open over a list, one at a time. */
export function ListDialogs({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ dialog: Dialog } | null>(null)
  const [show] = useState(() => (dialog: Dialog) => setShown({ dialog }))
  // A dialog that led to another must not close that one.
  const close = () => setShown(now => (now === shown ? null : now))
  return (
    <DialogContext value={show}>
      {children}
      {shown?.dialog(close)}
    </DialogContext>
  )
}
