import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { breedStandards } from '#shared/contracts/breed-standards.ts'
import { keepsLitter } from '#shared/contracts/cage-types.ts'
import { type Flock, flocks, type FlockForm as Shape } from '#shared/contracts/flocks.ts'
import { breedOf } from '#shared/flock-figures/standard.ts'
import { categoryOf, flockCategories, flockCategoryNames, isHens } from '#shared/flocks.ts'
import { type OpeningNumber, openingFieldNames, openingLabels } from '#shared/opening.ts'
import type { HouseType } from '#shared/signals.ts'
import { breedsFor, standardOf } from '#shared/standards/standards.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { LitterField } from './litter-field.tsx'
import { OpeningFields } from './opening-fields.tsx'
import { Standard } from './standard.tsx'
import { useHouses } from './use-houses.ts'
import './flock-form.css'

type Values = z.input<(typeof flocks.create)['body']>

const fields = [
  'houseId',
  'breed',
  'standardId',
  'category',
  'placedOn',
  'hatchedOn',
  'placedCount',
  'placedMales',
  'litter',
  'placementDay',
  'maturedOn',
  'matureCount',
  ...openingFieldNames,
  'note',
] as const satisfies readonly (keyof Shape)[]

/** Fields whose names are texts of this feature. */
type Labelled = Omit<Record<(typeof fields)[number], string>, OpeningNumber>

const MOST = 500_000
const HUNDREDTHS = 100

/** Places a flock in a house, or changes one. */
export function FlockForm({ flock, close }: { flock: Flock | null; close: () => void }) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const labels = Object.fromEntries(
    fields.map(name => [
      name,
      name in openingLabels
        ? openingLabels[name as keyof typeof openingLabels][language]
        : t($ => $.fields[name as keyof Labelled]),
    ]),
  )
  return (
    <FormDialog<Values>
      title={flock ? t($ => $.flockIn, { house: flock.houseName }) : t($ => $.new)}
      width={680}
      initial={flock ? valuesOf(flock) : { category: 'laying' }}
      {...(flock ? { version: flock.version } : {})}
      valuesOf={valuesOf}
      save={(values, version) => {
        const body = { ...withoutBlanks(values), version }
        return flock ? call(flocks.update, { params: { id: flock.id }, body }) : call(flocks.create, { body })
      }}
      success={flock ? t($ => $.changed) : t($ => $.created)}
      labels={labels}
      close={close}
    >
      <Fields flock={flock} />
    </FormDialog>
  )
}

/** The form's initial values. */
const valuesOf = (flock: Flock): Partial<Values> =>
  Object.fromEntries(
    fields.map(name => {
      const value = flock[name]
      // A share that was carried over by a move is no figure anybody would type.
      return [name, typeof value === 'number' ? Math.round(value * HUNDREDTHS) / HUNDREDTHS : value]
    }),
  ) as Partial<Values>

/** Cleared fields are null on the wire, not empty text. */
const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' && name !== 'note' ? null : value]),
  ) as Values

/** Standards of the farm's own, and those published to it, for such a house. */
function useStandards(type: HouseType) {
  const { data = [] } = useQuery({
    queryKey: [breedStandards.list.path],
    queryFn: () => call(breedStandards.list),
  })
  return data
    .filter(({ houseTypes }) => houseTypes.includes(type))
    .map(({ id, name, source }) => ({
      value: id,
      label: source.edition === 'undated' ? name : `${name} (${source.edition})`,
    }))
}

function Fields({ flock }: { flock: Flock | null }) {
  const { t } = useTranslation('flocks')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const form = Form.useFormInstance<Values>()
  const { options, rows, loading, search } = useHouses(flock === null)
  const houseId: string | undefined = Form.useWatch('houseId')
  const house = rows.find(({ id }) => id === houseId)
  const type = flock?.type ?? house?.type ?? 'layer'
  const breed = breedOf(Form.useWatch('breed') ?? flock?.breed ?? null)
  const isTaken: boolean | undefined = Form.useWatch('takenOver')
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <div className="flock-form">
      {flock === null && (
        <FormField name="houseId" label={t($ => $.fields.houseId)} rules={required}>
          <RemoteSelect
            source={{ options, loading, search }}
            onChange={(id: string) => {
              const chosen = rows.find(row => row.id === id)
              if (!chosen) return
              form.setFieldValue('category', categoryOf[chosen.type])
              if (!keepsLitter(chosen.type, chosen.cage?.layout)) form.setFieldValue('litter', null)
            }}
          />
        </FormField>
      )}
      <FormField name="breed" label={t($ => $.fields.breed)}>
        <ChoiceSelect
          allowClear
          options={breedsFor(type).map(value => ({ value, label: standardOf(value).name }))}
        />
      </FormField>
      <FormField name="standardId" label={t($ => $.fields.standardId)} extra={t($ => $.hints.standardId)}>
        <ChoiceSelect allowClear options={useStandards(type)} />
      </FormField>
      <FormField name="category" label={t($ => $.fields.category)} rules={required}>
        <ChoiceSelect
          options={flockCategories.map(value => ({ value, label: flockCategoryNames[value][language] }))}
        />
      </FormField>
      <DayField
        name="placedOn"
        label={t($ => $.fields.placedOn)}
        rules={required}
        extra={t($ => $.hints.placedOn)}
      />
      <NumberField
        name="placedCount"
        label={t($ => $.fields.placedCount)}
        min={1}
        max={MOST}
        isWhole
        isRequired
      />
      {(type !== 'broiler' || isTaken) && (
        <DayField name="hatchedOn" label={t($ => $.fields.hatchedOn)} extra={t($ => $.hints.hatchedOn)} />
      )}
      {type === 'breeder' && (
        <NumberField name="placedMales" label={t($ => $.fields.placedMales)} min={0} max={MOST} isWhole />
      )}
      {(flock ? flock.keepsLitter : keepsLitter(type, house?.cage?.layout)) && <LitterField />}
      <FormField
        name="placementDay"
        label={t($ => $.fields.placementDay)}
        extra={t($ => $.hints.placementDay)}
      >
        <Select
          allowClear
          options={[0, 1].map(value => ({ value, label: t($ => $.dayNumber, { day: value }) }))}
        />
      </FormField>
      {isHens({ type }) && (
        <>
          <DayField name="maturedOn" label={t($ => $.fields.maturedOn)} extra={t($ => $.hints.maturedOn)} />
          <NumberField name="matureCount" label={t($ => $.fields.matureCount)} min={0} max={MOST} isWhole />
        </>
      )}
      <OpeningFields type={type} />
      <FormField className="flock-form-wide" name="note" label={t($ => $.fields.note)}>
        <Input.TextArea rows={2} maxLength={1_000} />
      </FormField>
      {breed && (
        <div className="flock-form-wide">
          <Standard breed={breed} />
        </div>
      )}
    </div>
  )
}
