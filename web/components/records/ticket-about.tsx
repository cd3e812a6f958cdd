import { Fragment, type ReactNode } from 'react'
import { hrefOf, paths } from '#shared/screens.ts'
import { houseAddress } from '../house-address.ts'
import { useScreen } from '../screen-context.tsx'
import { ScreenLink } from '../screen-link.tsx'
import './ticket-about.css'

interface Named {
  id: string
  name: string
}

/** A ticket's house: leads to its monitor, if the reader may open it. */
export function HouseOfTicket({ house: { id, name } }: { house: Named }) {
  const { exists } = useScreen()
  const address = houseAddress(exists)
  return address ? <Lead to={address(id)}>{name}</Lead> : name
}

/** A ticket's device: leads to what its house's controller says, else to the list of devices, if the reader may open one. */
export function DeviceOfTicket({ device: { id, name }, house }: { device: Named; house: Named | null }) {
  const { exists } = useScreen()
  if (house && exists(paths.controllerDetails))
    return <Lead to={hrefOf(paths.controllerDetails, { houseId: house.id })}>{name}</Lead>
  return exists(paths.devices) ? <Lead to={hrefOf(paths.devices, { id })}>{name}</Lead> : name
}

const Lead = (props: { to: string; children: string }) => <ScreenLink className="ticket-link" {...props} />

interface Props {
  customer: string | null
  house: Named | null
  device: Named | null
  /** Said before and after. */
  before?: string
  after?: string
}

/** Whom and what a ticket is about, in one line. */
export function TicketAbout({ customer, house, device, before, after }: Props) {
  const parts: readonly (readonly [string, ReactNode])[] = [
    ['before', before],
    ['customer', customer],
    ['house', house && <HouseOfTicket house={house} />],
    ['device', device && <DeviceOfTicket device={device} house={house} />],
    ['after', after],
  ]
  return parts
    .filter(([, part]) => Boolean(part))
    .map(([key, part]) => (
      <Fragment key={key}>
        {' · '}
        {part}
      </Fragment>
    ))
}
