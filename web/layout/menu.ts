import type { LucideIcon } from 'lucide-react'
import type { Text } from '#shared/text.ts'

/** A group of the side menu with the entries the user may see; a single entry stands for its group. */
export interface MenuGroup {
  title: Text
  icon: LucideIcon
  entries: readonly { path: string; entry: Text }[]
}
