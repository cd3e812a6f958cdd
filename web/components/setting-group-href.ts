import { hrefOf, paths } from '#shared/screens.ts'
import type { SettingGroupKey } from '#shared/signals.ts'

/** Groups with screens of their own; the others open on the common one. */
const screens: Partial<
  Record<SettingGroupKey, typeof paths.targetParameter | typeof paths.ventilationLevel>
> = {
  targetTemperature: paths.targetParameter,
  minMaxLevel: paths.targetParameter,
  levels: paths.ventilationLevel,
}

/** Where a group of a house is edited; with `ends` the end of what is temporary in it is drafted there. */
export function groupHref(
  group: SettingGroupKey,
  houseId: string,
  { device, ends = false }: { device?: string | undefined; ends?: boolean } = {},
): string {
  const own = screens[group]
  const asked = { houseId, device, ends: ends ? group : undefined }
  return own ? hrefOf(own, asked) : hrefOf(paths.settings, { ...asked, group })
}
