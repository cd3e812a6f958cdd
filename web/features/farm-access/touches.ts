import { farmAccess } from '#shared/contracts/farm-access.ts'

/** What a decision makes old. */
export const touches = [farmAccess.read.path, farmAccess.log.path, farmAccess.counts.path]
