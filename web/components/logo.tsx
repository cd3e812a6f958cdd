import { type ReactNode, useState } from 'react'
import './logo.css'

interface Props {
  /** Address of the logo, or null. */
  url: string | null
  /** px */
  size: number
  /** Shown if there is no logo or it cannot be loaded. */
  children?: ReactNode
}

/** The logo of an organisation; its name, or the product's, stands beside it. */
export function Logo({ url, size, children = null }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  if (url === null || url === failed) return children
  return <img className="logo" src={url} alt="" width={size} height={size} onError={() => setFailed(url)} />
}
