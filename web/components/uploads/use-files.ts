import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { files, type ShownFile } from '#shared/contracts/files.ts'
import { FILE_LINK_MS } from '#shared/limits.ts'
import { call } from '#web/data/client.ts'

/** Files by their ids, those of them that the viewer may see; their addresses stay fresh while the page shows. */
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

/** The size of a file as its reader writes it. */
export function sizeOf(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return value.toLocaleString(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 && unit === 'megabyte' ? 1 : 0,
  })
}
