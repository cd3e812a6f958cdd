import type { Means } from './receive.ts'

/** What a device's owner is told of it while it is here. */
export interface GbState {
  isRegistered: boolean
  /** Its last answer was made with another password. */
  isRefused: boolean
  /** It has kept itself alive, or has only just signed in. */
  isAlive: boolean
}

/** What is entered on the page of a device. */
export interface GbPlace {
  /** 20 digits; the first ten are the domain. */
  serverId: string
  domain: string
  address: string
  port: number
}

/** Devices that sign in here: what the rest of the server knows of them. */
export interface GbSide extends Means {
  place: GbPlace
  state(deviceId: string): GbState
  /** Asks for its channels. False if it is not here. */
  askCatalog(deviceId: string): Promise<boolean>
  /** Sends an order to one of its channels. False if it was not taken. */
  order(deviceId: string, channelId: string, fields: Readonly<Record<string, string>>): Promise<boolean>
  /** It must sign in again: its password changed, or it is not wanted any more. */
  forget(deviceId: string): void
}
