import { Button } from 'antd'
import { Nfc } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Line } from '#web/components/secret-lines.tsx'

/** Web NFC, as phones with Android have it (https://w3c.github.io/web-nfc/). */
interface Writer {
  write(
    message: { records: { recordType: 'url'; data: string }[] },
    options: { signal: AbortSignal },
  ): Promise<void>
}
type Writing = 'holding' | 'written' | 'failed'

const writerOf = () => (globalThis as { NDEFReader?: new () => Writer }).NDEFReader

/** The address for an NFC tag of a house: written by a phone that can, else to be copied. */
export function NfcTag({ address }: { address: string }) {
  const { t } = useTranslation('houses')
  const [state, setState] = useState<Writing>()
  const writing = useRef<AbortController>(undefined)
  useEffect(() => () => writing.current?.abort(), [])
  const Reader = writerOf()
  const write = async () => {
    if (!Reader) return
    writing.current?.abort()
    writing.current = new AbortController()
    const { signal } = writing.current
    setState('holding')
    try {
      await new Reader().write({ records: [{ recordType: 'url', data: address }] }, { signal })
      setState('written')
    } catch {
      if (!signal.aborted) setState('failed')
    }
  }
  return (
    <section className="house-nfc" aria-label={t($ => $.code.nfc)}>
      <dl>
        <Line name={t($ => $.code.nfc)} value={address} />
      </dl>
      <p className="caption">{t($ => $.code.nfcSays)}</p>
      {Reader && (
        <Button icon={<Nfc size={16} aria-hidden />} onClick={() => void write()}>
          {t($ => $.code.nfcWrite)}
        </Button>
      )}
      {state && <p role="status">{t($ => $.code.nfcStates[state])}</p>}
    </section>
  )
}
