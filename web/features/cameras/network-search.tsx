import { Button, Form } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameras, type FoundCamera } from '#shared/contracts/cameras.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** Looks for cameras in the server's own network; nothing for who may not. */
export function NetworkSearch() {
  const { t } = useTranslation('cameras')
  const form = Form.useFormInstance()
  const mayLook = useMayCall(cameras.discover)
  const { submit, busy } = useSubmit()
  const [found, setFound] = useState<FoundCamera[] | null>(null)
  if (!mayLook) return null
  const look = () => void submit(async () => setFound(await call(cameras.discover)))
  return (
    <section aria-label={t($ => $.onvif.search)}>
      <Button icon={<Search size={16} aria-hidden />} loading={busy} onClick={look}>
        {t($ => $.onvif.search)}
      </Button>
      {found?.length === 0 && <p role="status">{t($ => $.onvif.none)}</p>}
      {found && found.length > 0 && (
        <ul className="camera-found">
          {found.map(({ address, says }) => (
            <li key={address}>
              <Button type="text" onClick={() => form.setFieldValue('address', address)}>
                <span className="mono">{address}</span>
              </Button>
              <span className="caption">{says}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
