import { create } from 'zustand'

/** Waits for the user to prove who they are; null while nobody is asked. */
interface Asked {
  proved: () => void
  givenUp: () => void
}
export const useProof = create<{ asked: Asked | null }>(() => ({ asked: null }))

let asking: Promise<boolean> | null = null

/** Asks the user to prove who they are; several calls at a time ask once. Returns whether they did. */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>(resolve => {
    const end = (hasProved: boolean) => () => {
      asking = null
      useProof.setState({ asked: null })
      resolve(hasProved)
    }
    useProof.setState({ asked: { proved: end(true), givenUp: end(false) } })
  })
  return asking
}
