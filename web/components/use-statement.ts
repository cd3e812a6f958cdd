import { useEffect, useState } from 'react'
import { type Statement, serviceStatementContract } from '#shared/contracts/service-statement.ts'
import { STATEMENT_VERSION, serviceStatement } from '#shared/service-statement.ts'
import { CallError, call } from '#web/data/client.ts'

const builtIn = {
  version: STATEMENT_VERSION,
  texts: {
    'zh-CN': serviceStatement.map(paragraph => paragraph['zh-CN']),
    'en-US': serviceStatement.map(paragraph => paragraph['en-US']),
  },
} as const satisfies Statement

/** The service statement and its version: the provider's, or the product's own text until that has been read. */
export function useStatement(): Statement {
  const [statement, setStatement] = useState<Statement>(builtIn)
  useEffect(() => {
    let isGone = false
    call(serviceStatementContract.read).then(
      read => {
        if (!isGone) setStatement(read)
      },
      (error: unknown) => {
        // Without network the product's own text is shown and agreed to.
        if (!(error instanceof CallError)) throw error
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return statement
}
