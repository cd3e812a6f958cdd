import { useScreen } from '#web/components/screen-context.tsx'

/** The screen's name in the menu. */
export function useTitle(): string {
  const { path, titleOf } = useScreen()
  return titleOf(path)
}
