import { useState } from 'react'
import './avatar.css'

const CHINESE = /[\u3400-\u9fff]/

/**
 * Initials for a person without a picture: the family name in Chinese, else the first letters of the first and last word.
 */
export function initialsOf(name: string): string {
  const found = CHINESE.exec(name)
  if (found) return found[0]
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
}

interface Props {
  name: string
  /** Address of the picture, or null. */
  url: string | null
  /** px */
  size?: number
}

/** A person's picture beside their name, or their initials. */
export function Avatar({ name, url, size = 28 }: Props) {
  // An address is valid for some minutes; once expired, the initials show.
  const [failed, setFailed] = useState<string | null>(null)
  const style = { width: size, height: size, fontSize: Math.max(11, Math.round(size * 0.4)) }
  const picture = url === failed ? null : url
  return (
    // Initials are a drawing, not text: the name stands beside them.
    <span className="avatar" style={style} data-initials={picture ? undefined : initialsOf(name)} aria-hidden>
      {picture && <img src={picture} alt="" width={size} height={size} onError={() => setFailed(picture)} />}
    </span>
  )
}
