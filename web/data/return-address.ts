import { isOutside } from '#shared/screens.ts'

/** The address to return to after login; anything but a path of ours that is seen signed in is the front door. */
export function returnAddress(redirect: string | undefined): string {
  if (!redirect?.startsWith('/') || /^\/[/\\]/.test(redirect) || isOutside(redirect)) return '/'
  return redirect
}
