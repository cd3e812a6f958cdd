import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readingScreens } from '#shared/articles.ts'
import { articleSearch } from '#shared/contracts/article-reading.ts'
import { contractOf } from '#shared/contracts/customers.ts'
import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import { mall } from '#shared/contracts/mall.ts'
import { customerScreens, type Stage } from '#shared/customers.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { houseAddress } from '#web/components/house-address.ts'
import { useSettled } from '#web/components/use-settled.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import type { Found } from './found.ts'
import { useActions } from './found-actions.ts'
import { useNumbers } from './found-numbers.ts'
import type { MenuGroup } from './menu.ts'

/** At most this many of each kind. */
const OF_A_KIND = 8

/**
 * Screens and actions, then whatever has the number, houses, devices and customers whose names contain the text, goods of the
 * mall and articles about it; without text only screens.
 */
export function useFound(text: string, groups: readonly MenuGroup[], exists: (path: string) => boolean) {
  const asked = useSettled(text.trim(), SETTLED_MS)
  const foundHouses = useHouses(asked, exists)
  const foundDevices = useDevices(asked, exists)
  const formal = useCustomers('formal', asked, exists)
  const trial = useCustomers('trial', asked, exists)
  const goods = useGoods(asked, exists)
  const articles = useArticles(asked, exists)
  const numbers = useNumbers(asked, exists)
  const actions = useActions(text.trim(), exists)
  const others = [numbers, foundHouses, foundDevices, formal, trial, goods, articles]
  return {
    found: [...useScreens(text.trim(), groups), ...actions, ...others.flatMap(({ found }) => found)],
    isSearching: asked !== text.trim() || others.some(({ isSearching }) => isSearching),
  }
}

/** Pause in typing before the search starts. ms */
const SETTLED_MS = 150

/** Searches both languages: someone who learned the product in one still finds things in the other. */
function useScreens(text: string, groups: readonly MenuGroup[]): Found[] {
  const language = usePreferences(({ language }) => language)
  const wanted = text.toLowerCase()
  return groups
    .flatMap(({ title, entries }) => entries.map(({ path, entry }) => ({ path, entry, group: title })))
    .filter(({ entry, group }) =>
      [...Object.values(entry), ...Object.values(group)].some(word => word.toLowerCase().includes(wanted)),
    )
    .slice(0, text === '' ? 2 * OF_A_KIND : OF_A_KIND)
    .map(({ path, entry, group }) => ({
      key: path,
      kind: 'screen' as const,
      title: entry[language],
      says: group[language] === entry[language] ? '' : group[language],
      href: path,
    }))
}

function useHouses(search: string, exists: (path: string) => boolean) {
  const may = useMayCall(houses.list)
  const { data, isFetching } = useQuery({
    queryKey: [houses.list.path, 'palette', search],
    queryFn: () => call(houses.list, { query: { search, size: OF_A_KIND } }),
    enabled: may && search !== '',
    placeholderData: keepPreviousData,
  })
  const addressOf = ({ id, name }: { id: string; name: string }) =>
    houseAddress(exists)?.(id) ?? hrefOf(paths.houses, { search: name })
  const found = search === '' ? [] : (data?.items ?? [])
  return {
    isSearching: isFetching,
    found: found.map(
      (house): Found => ({
        key: `house-${house.id}`,
        kind: 'house',
        title: house.name,
        says: house.officeName,
        href: addressOf(house),
      }),
    ),
  }
}

function useDevices(search: string, exists: (path: string) => boolean) {
  const { data = [], isFetching } = useQuery({
    queryKey: [devices.options.path, 'palette', search],
    queryFn: () => call(devices.options, { query: { search } }),
    enabled: exists(paths.devices) && search !== '',
    placeholderData: keepPreviousData,
  })
  const found = search === '' ? [] : data.slice(0, OF_A_KIND)
  return {
    isSearching: isFetching,
    found: found.map(
      ({ id, name, code }): Found => ({
        key: `device-${id}`,
        kind: 'device',
        title: code,
        says: name,
        href: hrefOf(paths.devices, { search: code }),
      }),
    ),
  }
}

function useCustomers(stage: Stage, search: string, exists: (path: string) => boolean) {
  const { list, get } = contractOf[stage]
  const path = customerScreens[stage]
  const mayRead = useMayCall(get)
  const { data, isFetching } = useQuery({
    queryKey: [list.path, 'palette', search],
    queryFn: () => call(list, { query: { search, size: OF_A_KIND } }),
    enabled: useMayCall(list) && exists(path) && search !== '',
    placeholderData: keepPreviousData,
  })
  const found = search === '' ? [] : (data?.items ?? [])
  return {
    isSearching: isFetching,
    found: found.map(
      ({ id, name, city }): Found => ({
        key: `customer-${id}`,
        kind: 'customer',
        title: name,
        says: city ?? '',
        href: mayRead ? hrefOf(path, { id }) : hrefOf(path, { search: name }),
      }),
    ),
  }
}

/** Goods of the mall that the viewer may buy. */
function useGoods(search: string, exists: (path: string) => boolean) {
  const { data, isFetching } = useQuery({
    queryKey: [mall.list.path, 'palette', search],
    queryFn: () => call(mall.list, { query: { search, size: OF_A_KIND } }),
    enabled: useMayCall(mall.list) && exists(paths.mall) && search !== '',
    placeholderData: keepPreviousData,
  })
  const found = search === '' ? [] : (data?.items ?? [])
  return {
    isSearching: isFetching,
    found: found.map(
      ({ id, name, code }): Found => ({
        key: `good-${id}`,
        kind: 'good',
        title: name,
        says: code,
        href: hrefOf(paths.mall, { id }),
      }),
    ),
  }
}

/** Articles the viewer may read, found by title and text; the first few of each family. */
function useArticles(search: string, exists: (path: string) => boolean) {
  const { data = [], isFetching } = useQuery({
    queryKey: [articleSearch.find.path, search],
    queryFn: () => call(articleSearch.find, { query: { search } }),
    enabled: useMayCall(articleSearch.find) && search !== '',
    placeholderData: keepPreviousData,
  })
  const found =
    search === '' ? [] : data.filter(({ family }) => exists(readingScreens[family])).slice(0, OF_A_KIND)
  return {
    isSearching: isFetching,
    found: found.map(
      ({ id, family, title, category }): Found => ({
        key: `article-${id}`,
        kind: 'article',
        title,
        says: category ?? '',
        href: hrefOf(readingScreens[family], { id }),
      }),
    ),
  }
}
