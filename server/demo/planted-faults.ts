import type { FaultOrder, PlantedFault } from '#shared/demo-faults.ts'

/** Faults that somebody planted in the demonstration's houses, until they are ended or the server is. */
export interface PlantedFaults {
  /** Of a controller, by its code. */
  of(device: string): PlantedFault[]
  /** As orders, for a simulator that starts again. */
  all(): FaultOrder[]
  change(order: FaultOrder): void
  /** Calls the listener on each order; call the returned function to stop. */
  onOrder(listener: (order: FaultOrder) => void): () => void
}

/** Nothing is broken yet. */
export function plantedFaults(): PlantedFaults {
  const planted = new Map<string, FaultOrder>()
  const listeners = new Set<(order: FaultOrder) => void>()
  return {
    of: device =>
      [...planted.values()]
        .filter(order => order.device === device)
        .map(({ fault, number }) => ({ fault, number })),
    all: () => [...planted.values()],
    change(order) {
      const key = `${order.device} ${order.fault} ${order.number}`
      if (order.isPlanted) planted.set(key, order)
      else planted.delete(key)
      for (const listener of listeners) listener(order)
    },
    onOrder(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

declare module '../platform/services.ts' {
  interface Services {
    /** Of the demonstration's houses. */
    faults: PlantedFaults
  }
}
