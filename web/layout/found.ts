/** A result of the palette. */
export interface Found {
  key: string
  kind: 'screen' | 'house' | 'device' | 'customer' | 'good' | 'article' | 'number' | 'action'
  title: string
  /** Tells it from others of the same name. */
  says: string
  href: string
}
