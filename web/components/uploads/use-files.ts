import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { files, type ShownFile } from '#shared/contracts/files.ts'
import { FILE_LINK_MS } from '#shared/limits.ts'
import { call } from '#web/data/client.ts'
import { isKept, showKept } from '#web/data/offline/kept-files.ts'

/** Files by id, as far as the viewer may see them or this browser keeps them; their addresses stay fresh while the page shows. */
export function useFiles(ids: readonly string[]): ReadonlyMap<string, ShownFile> {
  const asked = [...new Set(ids.filter(id => !isKept(id)))].join(',')
  const here = [...new Set(ids.filter(isKept))]
  const { data } = useQuery({
    queryKey: [files.shown.path, asked],
    queryFn: () => call(files.shown, { query: { ids: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: FILE_LINK_MS / 4,
    refetchInterval: FILE_LINK_MS / 2,
  })
  const { data: kept } = useQuery({
    queryKey: ['kept files', here.join(',')],
    queryFn: () => showKept(here),
    enabled: here.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => new Map([...(data ?? []), ...(kept ?? [])].map(file => [file.id, file])), [data, kept])
}

const SIZES = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes in the reader's format. */
export function sizeOf(bytes: number, language: string): string {
  const thousands = Math.floor(Math.log10(Math.max(Math.abs(bytes), 1)) / 3)
  const step = Math.min(Math.max(thousands, 1), SIZES.length)
  const value = bytes / 1_000 ** step
  return value.toLocaleString(language, {
    style: 'unit',
    unit: SIZES[step - 1],
    maximumFractionDigits: Math.abs(value) < 10 && step > 1 ? 1 : 0,
  })
}
