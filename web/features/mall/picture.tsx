import { Package } from 'lucide-react'

/** A picture of a good in the size that its place wants; goods on the shelf show theirs to everybody. */
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
