import { create } from 'zustand'

/** Waits for who uses the page to prove who they are; null while nobody is asked. */
interface Asked {
  proved: () => void
  givenUp: () => void
}
export const useProof = create<{ asked: Asked | null }>(() => ({ asked: null }))

let asking: Promise<boolean> | null = null

/** Asks whoever uses the page to prove who they are; several calls at a time ask once. Answers whether they did. */
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
