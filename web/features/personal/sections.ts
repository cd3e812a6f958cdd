import {
  BellRing,
  FileUser,
  Flame,
  Globe,
  Handshake,
  KeyRound,
  type LucideIcon,
  MailCheck,
  MonitorSmartphone,
  ShieldCheck,
  TerminalSquare,
  UserRound,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { UserInfo } from '#shared/contracts/session.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { reportGrants } from '#shared/report-schedules.ts'
import { later } from '#web/components/later.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'

export interface Section {
  /** In the address, `?section=`, and the key of its texts under `sections`. */
  key: SectionKey
  icon: LucideIcon
  Content: ComponentType
  /** Who has it; everybody by default. */
  isFor?: (user: UserInfo) => boolean
}
export type SectionKey =
  | 'profile'
  | 'region'
  | 'messages'
  | 'reports'
  | 'password'
  | 'second-factor'
  | 'sessions'
  | 'api-tokens'
  | 'webhooks'
  | 'farmAccess'
  | 'energy'
  | 'data'

/** Permissions that mailed reports are about. */
const REPORTED = new Set(Object.values(reportGrants).map(grant => grant.split(':')[0]))

const section = (load: () => Promise<ComponentType>) => later(load, SectionSkeleton)

/** The sections in order. A new one needs a line here, its key above and its title and sentence in the texts. */
export const sections: readonly Section[] = [
  {
    key: 'profile',
    icon: UserRound,
    Content: section(() => import('./profile-section.tsx').then(of => of.ProfileSection)),
  },
  {
    key: 'region',
    icon: Globe,
    Content: section(() => import('./region-section.tsx').then(of => of.RegionSection)),
  },
  {
    key: 'messages',
    icon: BellRing,
    Content: section(() => import('./messages-section.tsx').then(of => of.MessagesSection)),
  },
  {
    key: 'reports',
    icon: MailCheck,
    isFor: ({ role }) =>
      role.permissions.some(
        ({ permissionId, actionList }) => REPORTED.has(permissionId) && actionList.includes('export'),
      ),
    Content: section(() =>
      import('#web/features/report-schedules/report-schedules-section.tsx').then(
        of => of.ReportSchedulesSection,
      ),
    ),
  },
  {
    key: 'password',
    icon: KeyRound,
    Content: section(() => import('./password-section.tsx').then(of => of.PasswordSection)),
  },
  {
    key: 'second-factor',
    icon: ShieldCheck,
    Content: section(() => import('./second-factor-section.tsx').then(of => of.SecondFactorSection)),
  },
  {
    key: 'sessions',
    icon: MonitorSmartphone,
    Content: section(() => import('./sessions-section.tsx').then(of => of.SessionsSection)),
  },
  {
    key: 'api-tokens',
    icon: TerminalSquare,
    Content: section(() => import('./api-tokens-section.tsx').then(of => of.ApiTokensSection)),
  },
  {
    key: 'webhooks',
    icon: Webhook,
    isFor: ({ role }) => role.permissions.some(({ permissionId }) => permissionId === 'department_manage'),
    Content: section(() =>
      import('#web/features/webhooks/webhooks-section.tsx').then(of => of.WebhooksSection),
    ),
  },
  {
    key: 'farmAccess',
    icon: Handshake,
    isFor: ({ kind }) => kind === CUSTOMER,
    Content: section(() =>
      import('#web/features/farm-access/farm-access-section.tsx').then(of => of.FarmAccessSection),
    ),
  },
  {
    key: 'energy',
    icon: Flame,
    isFor: ({ kind, role }) =>
      kind === CUSTOMER && role.permissions.some(({ permissionId }) => permissionId === 'device_setting'),
    Content: section(() => import('./energy-section.tsx').then(of => of.EnergySection)),
  },
  {
    key: 'data',
    icon: FileUser,
    Content: section(() => import('./data-section.tsx').then(of => of.DataSection)),
  },
]
