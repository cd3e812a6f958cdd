import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOOSE_FILES } from '#shared/files.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { Uploads } from '#web/components/uploads/uploads.tsx'

/** Uploads pictures before a file of goods refers to them by name. */
export function ImportPictures({ close }: { close: () => void }) {
  const { t } = useTranslation('goods')
  const { frame } = useScreen()
  const [ids, setIds] = useState<string[]>([])
  return (
    <Modal
      open
      title={t($ => $.pictures.open)}
      width={640}
      onCancel={close}
      getContainer={frame}
      footer={
        <Button type="primary" onClick={close}>
          {t($ => $.pictures.done)}
        </Button>
      }
    >
      <p>{t($ => $.pictures.says)}</p>
      <Uploads use="picture" most={LOOSE_FILES} value={ids} onChange={setIds} />
    </Modal>
  )
}
