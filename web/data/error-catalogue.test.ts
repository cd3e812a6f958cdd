import { describe, expect, test } from 'vitest'
import { type Failure, ruleFor } from './error-catalogue.ts'

const aFailure = (part: Partial<Failure>): Failure => ({
  status: 400,
  code: part.status ?? 400,
  message: 'what the server says',
  data: null,
  isLogin: false,
  ...part,
})

describe('the error catalogue', () => {
  test('403 is Forbidden with the server’s sentence; the session goes on', () => {
    expect(ruleFor(aFailure({ status: 403 }), false)).toEqual({
      title: 'forbidden',
      says: 'server',
      endsSession: false,
    })
  })

  test('401 ends the session', () => {
    expect(ruleFor(aFailure({ status: 401 }), false)).toEqual({
      title: 'unauthorized',
      says: 'verificationFailed',
      endsSession: true,
    })
  })

  test('401 for a signed-in user is left to the caller: only this call needs more', () => {
    expect(ruleFor(aFailure({ status: 401, isLogin: true }), false)).toMatchObject({
      title: null,
      endsSession: false,
    })
  })

  test('40003 is a request error with the server’s sentence', () => {
    expect(ruleFor(aFailure({ code: 40003 }), false)).toMatchObject({ title: 'requestError', says: 'server' })
  })

  test('40003 without a sentence while signing in is about account or password', () => {
    expect(ruleFor(aFailure({ code: 40003, message: '' }), true)).toMatchObject({
      title: 'requestError',
      says: 'accountOrPassword',
    })
  })

  test('50500 is announced, whatever its status', () => {
    for (const status of [422, 500])
      expect(ruleFor(aFailure({ status, code: 50500 }), false)).toMatchObject({ title: 'requestError' })
  })

  test('what a customer does not share is shown by the screen, not announced', () => {
    const missing = aFailure({ status: 403, data: { notShared: 'farm' } })
    expect(ruleFor(missing, false).title).toBeNull()
  })
  test.each([0, 404, 409, 413, 429])('%i is left to the caller', status => {
    expect(ruleFor(aFailure({ status }), false).title).toBeNull()
  })
})
