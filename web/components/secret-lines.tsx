import { Button, QRCode } from 'antd'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './secret-lines.css'

/** Dark on white in both themes, as QR readers need it. */
export function QrCode({ name, value }: { name: string; value: string }) {
  return (
    <div className="secret-qr" role="img" aria-label={name}>
      <div aria-hidden>
        <QRCode type="svg" size={184} color="#000000" bgColor="#ffffff" value={value} />
      </div>
    </div>
  )
}

/** A value to copy by hand or with a button. */
export function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="secret-line">
      <dt>{name}</dt>
      <dd>
        <span className="mono">{value}</span>
        <CopyButton name={name} value={value} />
      </dd>
    </div>
  )
}

/** Copies a value, if the browser lets pages do so. */
export function CopyButton({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('components')
  const [copied, setCopied] = useState(false)
  // Without TLS pages have no clipboard; the value can still be selected.
  const copy = () =>
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <Button
      type="text"
      size="small"
      aria-label={`${copied ? t($ => $.copied) : t($ => $.copy)}: ${name}`}
      icon={copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? t($ => $.copied) : null}
    </Button>
  )
}
