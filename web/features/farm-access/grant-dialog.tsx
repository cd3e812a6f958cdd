import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Consent } from '#shared/consents.ts'
import { type FarmAccess, farmAccess } from '#shared/contracts/farm-access.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { call } from '#web/data/client.ts'

interface Values {
  endsOn: string
}
/** Common durations: a visit, a week of watching, a month, a year. Days */
const LENGTHS = [1, 7, 30, 365] as const

/** Asks until which day a consent should last. */
export function GrantDialog({
  access,
  consent,
  close,
}: {
  access: FarmAccess
  consent: Consent
  close: () => void
}) {
  const { t } = useTranslation('farm-access')
  const { today, latest, timeZone } = access
  const { endsOn } = access[consent]
  return (
    <FormDialog<Values>
      title={t($ => $.grantTitle[consent])}
      width={460}
      initial={{ endsOn: endsOn ?? '' }}
      save={({ endsOn }) => call(farmAccess.grant, { body: { consent, endsOn } })}
      success={t($ => $.granted)}
      doing={endsOn === null ? t($ => $.grant) : t($ => $.changeEnd)}
      close={close}
    >
      <p>{t($ => $.grantSays[consent])}</p>
      <DayField
        name="endsOn"
        label={t($ => $.endsOn)}
        extra={t($ => $.endsOnSays, { timeZone })}
        rules={[{ required: true, message: t($ => $.endsOnWanted) }]}
        min={today}
        max={latest}
      />
      <Lengths days={days => daysAfter(today, days)} />
    </FormDialog>
  )
}

function Lengths({ days }: { days: (days: number) => string }) {
  const { t } = useTranslation('farm-access')
  const form = Form.useFormInstance<Values>()
  return (
    <div className="farm-access-lengths">
      {LENGTHS.map(length => (
        <Button key={length} size="small" onClick={() => form.setFieldValue('endsOn', days(length))}>
          {t($ => $.lengths[length])}
        </Button>
      ))}
    </div>
  )
}
