import { Button, type ButtonProps } from 'antd'
import type { Endpoint } from '#shared/endpoint.ts'
import { useMayCall } from '#web/data/session.ts'

/** A button shown only to users who may call the endpoint behind it. */
export function ActionButton({ endpoint, ...button }: ButtonProps & { endpoint: Endpoint }) {
  return useMayCall(endpoint) ? <Button {...button} /> : null
}
