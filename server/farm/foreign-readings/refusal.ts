import { StartError } from '../../platform/start-error.ts'

/** Refuses a file in one sentence, with the line where there is one. */
export const refusal = (file: string, line: number | null, why: string): StartError =>
  new StartError(line === null ? `${file}: ${why}` : `${file}, line ${line}: ${why}`)
