import { Button, Dropdown } from 'antd'
import { Pill } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { flockTreatments } from '#shared/contracts/flock-treatments.ts'
import type { Flock } from '#shared/contracts/flocks.ts'
import { medicineRegister } from '#shared/contracts/medicine-register.ts'
import { dateIn } from '#shared/zone-time.ts'
import { useExport } from '#web/components/excel/use-export.ts'
import { useZone } from '#web/components/time.tsx'
import { useFollowed } from '#web/data/jobs.ts'
import { useMayCall } from '#web/data/session.ts'

interface Props {
  /** Of one flock; of the place as filtered in the list if left out. */
  flock?: Flock
  place?: { officeId?: string | undefined }
}

const daysOf = (year: number, today: string) => ({
  firstDay: `${year}-01-01`,
  lastDay: today.startsWith(String(year)) ? today : `${year}-12-31`,
})

/** The register of medicines and vaccines as Excel or PDF: of a flock, of its house in a year, or of all houses; and their import. */
export function MedicineRegisterButton({ flock, place = {} }: Props) {
  const { t } = useTranslation('flocks')
  const today = dateIn(useZone(), new Date())
  const mayPrint = useMayCall(medicineRegister.registerPaper)
  const mayExport = useMayCall(medicineRegister.registerWorkbook)
  const excel = useExport(medicineRegister.registerWorkbook)
  const paper = useExport(medicineRegister.registerPaper)
  const mayImport = useMayCall(flockTreatments.import)
  if (!mayPrint && !mayExport && !mayImport) return null
  const year = Number(today.slice(0, 4))
  const spans = flock
    ? [
        {
          key: 'flock',
          label: t($ => $.register.flock),
          body: { flockId: flock.id, firstDay: flock.placedOn, lastDay: flock.endedOn ?? today },
        },
        ...[year, year - 1].map(of => ({
          key: `house ${of}`,
          label: t($ => $.register.house, { house: flock.houseName, year: String(of) }),
          body: { houseId: flock.houseId, ...daysOf(of, today) },
        })),
      ]
    : [year, year - 1].map(of => ({
        key: String(of),
        label: String(of),
        body: { ...place, ...daysOf(of, today) },
      }))
  const papers = spans.flatMap(({ key, label, body }) => [
    ...(mayPrint
      ? [
          {
            key: `${key} pdf`,
            label: t($ => $.register.pdf, { of: label }),
            onClick: () => void paper.start({ body }),
          },
        ]
      : []),
    ...(mayExport
      ? [
          {
            key: `${key} excel`,
            label: t($ => $.register.excel, { of: label }),
            onClick: () => void excel.start({ body }),
          },
        ]
      : []),
  ])
  const { import: endpoint, template } = flockTreatments
  const open = () =>
    useFollowed.setState({ importing: { jobId: null, import: endpoint, template, ownFiles: true } })
  const items = [
    ...papers,
    ...(mayImport ? [{ key: 'import', label: t($ => $.register.import), onClick: open }] : []),
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button icon={<Pill size={15} aria-hidden />} loading={excel.busy || paper.busy}>
        {t($ => $.register.title)}
      </Button>
    </Dropdown>
  )
}
