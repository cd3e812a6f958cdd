import { later } from '#web/components/later.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import type { Issued } from './credential-dialog.tsx'

const CredentialDialog = later(() => import('./credential-dialog.tsx').then(file => file.CredentialDialog))

/** Shows a newly created secret, once. */
export function useShowCredential() {
  const show = useShowDialog()
  return (issued: Issued) => show(close => <CredentialDialog {...issued} close={close} />)
}
