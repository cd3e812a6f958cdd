import { devices } from '#shared/contracts/devices.ts'

/** What a change of the tree makes stale elsewhere. */
export const touchedByTree = [devices.officeOptions.path]
