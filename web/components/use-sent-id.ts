import { useState } from 'react'

/** A key for what one form sends: sent again, because an answer got lost or a button was pressed twice, it stays one. */
export const useSentId = (): string => useState(() => crypto.randomUUID())[0]
