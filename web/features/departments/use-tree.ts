import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BRANCH_SIZE, departments, type OfficeNode } from '#shared/contracts/departments.ts'
import { isComing } from '#web/components/known.tsx'
import { call } from '#web/data/client.ts'
import { isOpenAtFirst } from './office-tree.ts'

export interface OfficeTree {
  /** The nodes read so far, top first; undefined before the first branches. */
  nodes: OfficeNode[] | undefined
  /** A search found more than it returned. */
  isCut: boolean
  error: Error | null
  retry(): void
  isOpen(id: string): boolean
  setOpen(id: string, isOpen: boolean): void
  /** Whether a node's branch has more to read, and reading it. */
  hasMore(id: string): boolean
  readOn(id: string): void
}

/** A part of a branch: a node's children after the first so many. */
interface Piece {
  id: string
  after: number
}

/** The organisation, read branch by branch as it is opened, plus the path to the chosen node; with a search, the matches. */
export function useTree(search: string, chosen: string | undefined): OfficeTree {
  const top = useQuery({
    queryKey: [departments.list.path, search],
    queryFn: () => call(departments.list, { query: search ? { search } : {} }),
    placeholderData: keepPreviousData,
  })
  const way = useQuery({
    queryKey: [departments.list.path, 'node', chosen],
    queryFn: () => call(departments.list, { query: { node: chosen } }),
    enabled: chosen !== undefined,
    placeholderData: keepPreviousData,
  })
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({})
  const [asked, setAsked] = useState<readonly Piece[]>([])
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const answers = useQueries({
    queries: asked.map(({ id, after }) => ({
      queryKey: [departments.below.path, id, after],
      queryFn: () => call(departments.below, { params: { id }, query: { after } }),
    })),
  })

  const isSearch = search !== ''
  const found = top.data?.nodes ?? []
  const nodes = isSearch
    ? found
    : [...found, ...answers.flatMap(({ data }) => data ?? []), ...(way.data?.nodes ?? [])]
  const isOpen = (id: string) => opened[id] ?? (isSearch || isOpenAtFirst(nodes, id, chosen))
  const wanted = isSearch ? [] : piecesOf(nodes, isOpen, counts)
  const [isWhole, setWhole] = useState(false)
  if (String(wanted.map(keyOf)) !== String(asked.map(keyOf))) setAsked(wanted)
  // What is open at first comes as one: a branch that unfolds by itself would push what is being read.
  else if (!isWhole && top.data && !answers.some(isComing)) setWhole(true)

  const lastOf = (id: string) => answers[asked.findLastIndex(piece => piece.id === id)]
  return {
    nodes: top.data && isWhole ? nodes : undefined,
    isCut: top.data?.isCut ?? false,
    error: top.error,
    retry: () => void top.refetch(),
    isOpen,
    setOpen: (id, isOpen) => setOpened({ ...opened, [id]: isOpen }),
    hasMore(id) {
      const last = lastOf(id)
      return last !== undefined && (last.isError || last.data?.length === BRANCH_SIZE)
    },
    readOn(id) {
      const last = lastOf(id)
      if (last?.isError) void last.refetch()
      else setCounts({ ...counts, [id]: (counts[id] ?? 1) + 1 })
    },
  }
}

const keyOf = ({ id, after }: Piece) => `${id} ${after}`

/** What to read for the open branches. */
function piecesOf(
  nodes: readonly OfficeNode[],
  isOpen: (id: string) => boolean,
  counts: Readonly<Record<string, number>>,
): Piece[] {
  const open = nodes.filter(({ id, isParent }) => isParent && isOpen(id))
  return [...new Set(open.map(({ id }) => id))].flatMap(id =>
    Array.from({ length: counts[id] ?? 1 }, (_, piece) => ({ id, after: piece * BRANCH_SIZE })),
  )
}
