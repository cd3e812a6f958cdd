import { useTranslation } from 'react-i18next'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { standing } from '#shared/flock-figures/exceptions.ts'
import { flockMeasures, standardIn, standardNamed } from '#shared/flock-figures/standard.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { BandLine } from '#web/components/chart/band-line.tsx'
import { figureText, standardText, unitText } from '#web/components/flocks/figure-of.ts'
import { type Asked, Known } from '#web/components/known.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { useReader } from '#web/data/preferences.ts'
import { Card } from './card.tsx'
import { useFirstFew } from './use-first-few.ts'
import { Withheld } from './withheld.tsx'

/** Each flock's main figure against its breed's standard; one tap leads to the flock. */
export function FlocksCard({ flocks, of }: { flocks: readonly FlockThisMorning[]; of: Asked }) {
  const shown = useFirstFew(flocks)
  const { t } = useTranslation('workplace')
  return (
    <Card title={t($ => $.againstStandard)} all={{ path: paths.flocks, label: t($ => $.allFlocks) }}>
      <Known of={[of]}>{() => flocks.length === 0 && <p className="caption">{t($ => $.noFlocks)}</p>}</Known>
      <div className="workplace-flocks">
        {shown.map(flock => (
          <Standing key={flock.id} flock={flock} />
        ))}
      </div>
    </Card>
  )
}

function Standing({ flock }: { flock: FlockThisMorning }) {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const reader = useReader()
  const { measure, value, standard, sense } = standing(flock)
  const { unit, label } = flockMeasures[measure]
  const breed = standardIn(flock)
  return (
    <ScreenLink
      className="workplace-flock"
      data-sense={sense}
      to={hrefOf(paths.flocks, { id: flock.id })}
      isOpen={exists(paths.flocks)}
    >
      <span>
        <b>{flock.houseName}</b>
        <small className="num">{t($ => $.dayShort, { day: flock.dayAge })}</small>
      </span>
      <span className="num">
        <strong>{value === null ? '—' : figureText(measure, value, reader)}</strong> {unitText(unit, reader)}{' '}
        <small>{label[reader.language]}</small>
      </span>
      {standard && <BandLine value={value} band={standard} isBad={sense === 'bad'} />}
      <small className="num">
        {standard
          ? t($ => $.standardSays, { standard: standardText(measure, standard, reader) })
          : t($ => $.noStandard)}
        {breed && ` · ${standardNamed(breed)}`}
      </small>
      <Withheld flock={flock} />
    </ScreenLink>
  )
}
