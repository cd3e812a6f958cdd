import { useScreen } from '#web/components/screen-context.tsx'

/** What this screen is called in the menu. */
export function useTitle(): string {
  const { path, titleOf } = useScreen()
  return titleOf(path)
}
