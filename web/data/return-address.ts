import { isOutside } from '#shared/screens.ts'

/** The address to return to after login; anything but a path of ours for signed-in users becomes the front door. */
export function returnAddress(redirect: string | undefined): string {
  if (!redirect?.startsWith('/') || /^\/[/\\]/.test(redirect) || isOutside(redirect)) return '/'
  return redirect
}
