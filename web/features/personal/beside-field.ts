import { CallError } from '#web/data/client.ts'

/** Shows a wrong password (401 with a valid session) beside its field. */
export async function besideField<T>(field: string, change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof CallError) || !error.isLogin) throw error
    const { status, message, isLogin } = error
    throw new CallError({ status, message, isLogin, code: 40003, data: [{ field, message }] }, true)
  }
}
