import { AutoComplete, Form, Input, Select } from 'antd'
import { MapPin } from 'lucide-react'
import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#shared/contracts/customers.ts'
import { FormChanges, FormField } from '#web/components/form/form-field.tsx'
import { useTellNames } from '#web/components/form/form-names.ts'
import { NumberField } from '#web/components/form/number-field.tsx'
import { PanMap } from '#web/components/world-map/pan-map.tsx'
import { degreesOf, pointOf } from '#web/components/world-map/projection.ts'
import { useCountries } from './use-customer-filters.ts'
import './place-fields.css'

/** The map's initial view without a place: the middle of the inhabited world. */
const WORLD = { x: 560, y: 200, zoom: 2.2 }
const NEAR = 12
const DECIMALS = 4
/** px */
const HEIGHT = 214

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))
const isDegrees = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most

/** From country to coordinates; map and fields move together. */
export function PlaceFields({ saved }: { saved: Customer | null }) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const countries = useCountries()
  useTellNames(countries)
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone').map(value => ({ value })), [])
  return (
    <>
      <FormField
        name="country"
        label={t($ => $.fields.country)}
        rules={[{ required: true, message: word($ => $.required) }]}
      >
        <Select showSearch={{ optionFilterProp: 'label' }} options={countries} />
      </FormField>
      <FormField name="city" label={t($ => $.fields.city)}>
        <Input maxLength={100} />
      </FormField>
      <Place saved={saved} />
      <FormField className="form-two" name="address" label={t($ => $.fields.address)}>
        <Input maxLength={300} />
      </FormField>
      <Degrees name="latitude" most={90} />
      <Degrees name="longitude" most={180} />
      <FormField className="form-two" name="timeZone" label={t($ => $.fields.timeZone)}>
        <AutoComplete
          options={zones}
          showSearch={{
            filterOption: (text, option) => !!option?.value.toLowerCase().includes(text.toLowerCase()),
          }}
        />
      </FormField>
    </>
  )
}

function Degrees({ name, most }: { name: 'latitude' | 'longitude'; most: number }) {
  const { t } = useTranslation('customers')
  return (
    <NumberField
      name={name}
      label={t($ => $.fields[name])}
      unit="°"
      suffix={t($ => $.degrees[name])}
      min={-most}
      max={most}
    />
  )
}

/** The map with the pin; a tap moves it. A dashed ring marks the saved place. */
function Place({ saved }: { saved: Customer | null }) {
  const { t } = useTranslation('customers')
  const { put } = useContext(FormChanges)
  const longitude: unknown = Form.useWatch('longitude')
  const latitude: unknown = Form.useWatch('latitude')
  const isPlaced = isDegrees(longitude, 180) && isDegrees(latitude, 90)
  const pin = isPlaced ? pointOf({ longitude, latitude }) : null
  const before =
    saved?.longitude != null && saved.latitude != null
      ? pointOf({ longitude: saved.longitude, latitude: saved.latitude })
      : null
  return (
    <div className="place-map">
      <PanMap
        label={t($ => $.mapLabel)}
        height={HEIGHT}
        home={before ? { ...before, zoom: NEAR } : WORLD}
        pick={point => {
          const place = degreesOf(point)
          put?.('longitude', rounded(place.longitude))
          put?.('latitude', rounded(place.latitude))
        }}
        says={isPlaced ? `${latitude.toFixed(DECIMALS)}, ${longitude.toFixed(DECIMALS)}` : t($ => $.mapHint)}
      >
        {at => (
          <>
            {before && <Mark className="place-saved" at={at(before)} />}
            {pin && (
              <Mark className="place-pin" at={at(pin)}>
                <MapPin size={26} fill="var(--pfill)" stroke="#fff" strokeWidth={1.5} aria-hidden />
              </Mark>
            )}
          </>
        )}
      </PanMap>
    </div>
  )
}

interface MarkProps {
  className: string
  at: { left: number; top: number } | null
  children?: React.ReactNode
}

const Mark = ({ className, at, children }: MarkProps) =>
  at && (
    <span className={className} style={at}>
      {children}
    </span>
  )
