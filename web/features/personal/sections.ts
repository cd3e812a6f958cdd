import { Handshake, type LucideIcon, UserRound } from 'lucide-react'
import type { ComponentType } from 'react'
import type { UserInfo } from '#shared/contracts/session.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { later } from '#web/components/later.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'

export interface Section {
  /** In the address, `?section=`, and the name of its texts under `sections`. */
  key: SectionKey
  icon: LucideIcon
  Content: ComponentType
  /** Who has it; everybody unless it says otherwise. */
  isFor?: (user: UserInfo) => boolean
}
export type SectionKey = 'profile' | 'farmAccess'

/** The sections in their order. A new one is a line here, its key above and its title and sentence in the texts. */
export const sections: readonly Section[] = [
  {
    key: 'profile',
    icon: UserRound,
    Content: later(() => import('./profile-section.tsx').then(of => of.ProfileSection), SectionSkeleton),
  },
  {
    key: 'farmAccess',
    icon: Handshake,
    isFor: ({ kind }) => kind === CUSTOMER,
    Content: later(
      () => import('#web/features/farm-access/farm-access-section.tsx').then(of => of.FarmAccessSection),
      SectionSkeleton,
    ),
  },
]
