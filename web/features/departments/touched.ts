import { devices } from '#shared/contracts/devices.ts'

/** What a change of the tree makes old beside it. */
export const touchedByTree = [devices.officeOptions.path]
