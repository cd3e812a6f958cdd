import { create } from 'zustand'

/** Whether the session ended over unsaved input: the page then asks for the password instead of leaving. */
export const useExpiry = create<{ isOver: boolean }>(() => ({ isOver: false }))

export const isSessionOver = (): boolean => useExpiry.getState().isOver
export const sessionIsOver = (isOver: boolean): void => useExpiry.setState({ isOver })
