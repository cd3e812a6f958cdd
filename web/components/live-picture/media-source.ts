type SourceClass = typeof MediaSource
type Scope = Partial<Record<'MediaSource' | 'ManagedMediaSource', SourceClass>>

/**
 * The class of media sources that a browser has: Safari on an iPhone only knows one that manages its buffer itself, from 17.1
 * on. Undefined where there is none.
 */
export const mediaSourceIn = (scope: Scope): SourceClass | undefined =>
  scope.MediaSource ?? scope.ManagedMediaSource

export const ownMediaSource = (): SourceClass | undefined => mediaSourceIn(globalThis as Scope)
