import type { ScreenAddress } from '../screen-context.tsx'

/** A screen at its own address, from which nothing else can be reached. */
export const screenAt = (path: string): ScreenAddress => ({
  tab: path,
  path,
  search: {},
  frame: () => document.body,
  setSearch: () => undefined,
  open: () => undefined,
  exists: () => false,
  titleOf: () => '',
  nameTab: () => undefined,
})
