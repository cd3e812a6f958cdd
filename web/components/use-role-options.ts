import { roles } from '#shared/contracts/roles.ts'
import type { Kind } from '#shared/permissions.ts'
import { call } from '#web/data/client.ts'
import { type Options, useOptions } from './use-options.ts'

/** Roles the viewer may assign to a kind of user, in this office or their own. */
export const useRoleOptions = (kind?: Kind, officeId?: string): Options =>
  useOptions(roles.options.path, `${kind ?? ''} ${officeId ?? ''}`, search =>
    call(roles.options, { query: { search, kind: kind && `${kind}`, officeId } }),
  )
