import { type ReactNode, useId } from 'react'

interface Props {
  title: ReactNode
  /** Small, after the title. */
  says?: ReactNode
  /** At its end: a button. */
  action?: ReactNode
  children: ReactNode
}

/** A part of an order's page. */
export function OrderCard({ title, says, action, children }: Props) {
  const id = useId()
  return (
    <section className="order-part" aria-labelledby={id}>
      <div className="split">
        <h3 id={id}>
          {title} {says && <small>{says}</small>}
        </h3>
        {action}
      </div>
      {children}
    </section>
  )
}
