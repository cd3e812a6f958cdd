import { useTranslation } from 'react-i18next'
import type { DataScreen } from '#shared/contracts/data-screen.ts'
import { type Sense, senseOf } from '#shared/flock-figures/standard.ts'
import { paths } from '#shared/screens.ts'
import { usePreferences } from '#web/data/preferences.ts'
import type { WallSums } from './wall-line.ts'
import { WallLink } from './wall-link.tsx'

const MINUS = '\u2212'
/** Formats with a sign, using a true minus. */
export const signed = (value: number, decimals: number, language: string): string => {
  const shown = Math.abs(value).toLocaleString(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return `${value < 0 ? MINUS : '+'}${shown}`
}
export const percent = (value: number, language: string): string =>
  `${value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u202f%`

/** Whether any birds lay eggs: a broiler farm is not shown egg figures. */
export const laysEggs = ({ birdsByType: { layer, breeder }, layingRate }: DataScreen): boolean =>
  layer + breeder > 0 || layingRate !== null

/** The figures to be read from across the hall. */
export function WallTotals({ figures, sums }: { figures: DataScreen; sums: WallSums | null }) {
  const { t } = useTranslation('data-screen')
  const language = usePreferences(({ language }) => language)
  const number = (value: number) => value.toLocaleString(language)
  const month = (value: number) => t($ => $.monthly, { plus: signed(value, 0, language) })
  const leftOut = sums?.leftOut.eggs ?? 0
  const uncounted = figures.days.at(-1)?.uncounted ?? 0
  const { farms, houses, newFarms, newHouses, notShared, birds, occupied, silent, layingRate, survival } =
    figures
  return (
    <dl className="wall-totals">
      {!figures.isFarm && (
        <Total
          name={t($ => $.farms)}
          to={paths.customers}
          value={number(farms)}
          says={notShared.farms > 0 ? t($ => $.notShared, { count: notShared.farms }) : month(newFarms)}
        />
      )}
      <Total name={t($ => $.houses)} to={paths.houses} value={number(houses)} says={month(newHouses)} />
      <Total
        name={t($ => $.birds)}
        to={paths.flocks}
        value={number(birds)}
        says={t($ => $.occupied, { count: occupied })}
      />
      {laysEggs(figures) && (
        <>
          <Total
            name={t($ => $.eggs)}
            to={paths.flocks}
            value={sums ? number(sums.eggs) : '–'}
            says={leftOut > 0 ? t($ => $.leftOut, { count: leftOut }) : t($ => $.counted)}
          />
          <Compared
            name={t($ => $.rate)}
            figure={layingRate}
            sense={senseOfRate}
            lacks={uncounted > 0 ? t($ => $.uncounted, { count: uncounted }) : undefined}
          />
        </>
      )}
      <Compared
        name={t($ => $.survival)}
        figure={survival}
        sense={(...of) => senseOfSurvival(...of, birds)}
        partly={silent > 0 ? t($ => $.unrecorded, { count: silent }) : undefined}
      />
    </dl>
  )
}

const exactly = (value: number) => ({ low: value, mid: value, high: value })
const senseOfRate = (actual: number, standard: number): Sense => senseOf('rate', actual, exactly(standard))
const senseOfSurvival = (actual: number, standard: number, birds: number): Sense =>
  senseOf('losses', 100 - actual, exactly(100 - standard), birds)

interface ComparedProps {
  name: string
  figure: DataScreen['survival']
  /** Whether it is better or worse than the standard, as on the pages of the flocks. */
  sense: (actual: number, standard: number) => Sense
  /** Why there is no figure. */
  lacks?: string | undefined
  /** What it leaves out, in place of its difference from the standard. */
  partly?: string | undefined
}

function Compared({ name, figure, sense, lacks, partly }: ComparedProps) {
  const { t } = useTranslation('data-screen')
  const language = usePreferences(({ language }) => language)
  const difference = figure?.difference ?? null
  return (
    <Total
      name={name}
      to={paths.flocks}
      value={figure ? percent(figure.actual, language) : '–'}
      sense={
        figure && difference !== null && !partly
          ? sense(figure.actual, figure.actual - difference)
          : undefined
      }
      says={
        partly ??
        (figure === null
          ? (lacks ?? t($ => $.notRecorded))
          : difference === null
            ? t($ => $.noStandard)
            : t($ => $.difference, { plus: signed(difference, 1, language) }))
      }
    />
  )
}

function Total({
  name,
  to,
  value,
  says,
  sense,
}: {
  name: string
  /** The list that it comes from. */
  to: string
  value: string
  says: string
  sense?: Sense | undefined
}) {
  return (
    <div>
      <dt>
        <WallLink to={to}>{name}</WallLink>
      </dt>
      <dd className="num wall-figure">{value}</dd>
      <dd className="num wall-says" data-sense={sense}>
        {says}
      </dd>
    </div>
  )
}
