import { AfterPaint } from '#web/components/after-paint.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import type { HouseNow } from '#web/components/use-worst-first.ts'
import { DeviceChoice } from './device-choice.tsx'
import { DeviceValues } from './device-values.tsx'
import { DrawingCard } from './drawing/drawing-card.tsx'
import { FiguresCard } from './figures-card.tsx'
import { HouseHead } from './house-head.tsx'
import { seenThrough } from './seen-device.ts'
import { Trends } from './trends.tsx'

/** One house in depth: state, figures, live drawing, curves; from its main controller, or the chosen device. */
export function HousePanel({ house }: { house: HouseNow }) {
  const { search, setSearch } = useScreen()
  const other =
    house.others.find(({ iotId }) => iotId === search.device) ??
    (house.iotId === null ? house.others[0] : undefined)
  const seen = other ? seenThrough(house, other) : house
  const device = house.devices.find(({ id }) => id === seen.iotId)
  return (
    <section className="monitor-house" aria-labelledby="monitor-house-name">
      <HouseHead house={house} />
      <DeviceChoice house={house} chosen={seen.iotId} choose={device => setSearch({ device })} />
      {device && device.type !== 'controller' ? (
        <DeviceValues house={seen} />
      ) : (
        <Figures key={seen.iotId} house={seen} />
      )}
    </section>
  )
}

function Figures({ house }: { house: HouseNow }) {
  return (
    <>
      <FiguresCard house={house} />
      <AfterPaint meanwhile={<div className="card drawing-coming" />}>
        <DrawingCard house={house} />
        <Trends house={house} />
      </AfterPaint>
    </>
  )
}
