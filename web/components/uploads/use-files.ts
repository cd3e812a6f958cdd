import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { files, type ShownFile } from '#shared/contracts/files.ts'
import { FILE_LINK_MS } from '#shared/limits.ts'
import { call } from '#web/data/client.ts'

/** Files by id, as far as the viewer may see them; their addresses stay fresh while the page shows. */
export function useFiles(ids: readonly string[]): ReadonlyMap<string, ShownFile> {
  const asked = [...new Set(ids)].join(',')
  const { data } = useQuery({
    queryKey: [files.shown.path, asked],
    queryFn: () => call(files.shown, { query: { ids: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: FILE_LINK_MS / 4,
    refetchInterval: FILE_LINK_MS / 2,
  })
  return useMemo(() => new Map(data?.map(file => [file.id, file])), [data])
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
