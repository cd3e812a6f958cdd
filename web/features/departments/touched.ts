import { departments } from '#shared/contracts/departments.ts'
import { devices } from '#shared/contracts/devices.ts'

/** What a change of the tree makes old. */
export const touchedByTree = [
  departments.list.path,
  departments.below.path,
  departments.places.path,
  departments.get.path,
  departments.people.path,
  devices.officeOptions.path,
]
