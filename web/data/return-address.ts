/** The address to return to after login; anything but a path of ours outside /user/ is the front door. */
export function returnAddress(redirect: string | undefined): string {
  if (!redirect?.startsWith('/') || /^\/[/\\]/.test(redirect) || redirect.startsWith('/user/')) return '/'
  return redirect
}
