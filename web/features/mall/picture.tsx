import { Package } from 'lucide-react'

/** A good's picture in the size its place needs; for released goods it is public. */
export function GoodPicture({ id, isLarge = false }: { id: string | null; isLarge?: boolean }) {
  return (
    <span className="mall-picture">
      {id === null ? (
        <Package size={isLarge ? 56 : 40} strokeWidth={1.2} aria-hidden />
      ) : (
        <img src={`/files/${id}${isLarge ? '' : '.small'}`} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  )
}
