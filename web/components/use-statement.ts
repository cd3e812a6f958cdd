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

/** What one agrees to, and its version: as the provider has it, or, until that has been read, the text of the product. */
export function useStatement(): Statement {
  const [statement, setStatement] = useState<Statement>(builtIn)
  useEffect(() => {
    let isGone = false
    call(serviceStatementContract.read).then(
      read => {
        if (!isGone) setStatement(read)
      },
      (error: unknown) => {
        // Without network the text of the product is shown, and agreed to.
        if (!(error instanceof CallError)) throw error
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return statement
}
