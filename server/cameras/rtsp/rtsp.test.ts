import { describe, expect, test } from 'vitest'
import { MediaError } from '../media-types.ts'
import { controlOf, videoOf } from './description.ts'
import { type RtspResponse, rtspReader } from './reader.ts'
import { signInBy } from './sign-in.ts'

describe('what arrives on the connection', () => {
  const bytes = Buffer.concat([
    Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 4\r\n\r\nv=0\n'),
    Buffer.from([0x24, 0, 0, 3, 1, 2, 3]),
    Buffer.from('\r\nOPTIONS rtsp://x RTSP/1.0\r\nCSeq: 7\r\n\r\n'),
    Buffer.from([0x24, 1, 0, 1, 9]),
    Buffer.from(
      'RTSP/1.0 401 Unauthorized\r\nCSeq: 2\r\nWWW-Authenticate: Basic realm="a"\r\nWWW-Authenticate: Digest realm="a", nonce="n"\r\n\r\n',
    ),
  ])

  test.each([1, 2, 7, 1000])('is taken apart, in chunks of %i bytes', size => {
    const responses: [number, RtspResponse][] = []
    const packets: [number, number[]][] = []
    const read = rtspReader({
      response: (cseq, response) => responses.push([cseq, response]),
      packet: (channel, data) => packets.push([channel, [...data]]),
    })
    for (let at = 0; at < bytes.length; at += size) read(Buffer.from(bytes.subarray(at, at + size)))
    expect(responses.map(([cseq, { status, body }]) => [cseq, status, body])).toEqual([
      [1, 200, 'v=0\n'],
      [2, 401, ''],
    ])
    expect(responses[1]?.[1].challenges).toHaveLength(2)
    expect(packets).toEqual([
      [0, [1, 2, 3]],
      [1, [9]],
    ])
  })

  test.each([
    'HTTP/1.1 200 OK\r\n\r\n',
    'x'.repeat(70_000),
    'RTSP/1.0 200 OK\r\nContent-Length: 99999999\r\n\r\n',
  ])('that is no RTSP is refused', text => {
    const read = rtspReader({ response() {}, packet() {} })
    expect(() => read(Buffer.from(text))).toThrow('not a message of RTSP')
  })
})

describe('signing in', () => {
  const who = { username: 'Mufasa', password: 'Circle Of Life' }

  test('Digest comes before Basic, as in RFC 2069 with its erratum', () => {
    const digest =
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"'
    const signIn = signInBy(['Basic realm="x"', digest], { username: 'Mufasa', password: 'CircleOfLife' })
    const header = signIn?.({ method: 'GET', uri: '/dir/index.html' })
    expect(header).toContain('response="1949323746fe6a43ef61f9606e7febea"')
    expect(header).toContain('opaque="5ccc069c403ebaf9f0171e9517f40e41"')
  })

  test('with a quality of protection each request has another count', () => {
    const signIn = signInBy(['Digest realm="r", nonce="n", qop="auth-int, auth", algorithm=SHA-256'], who)
    const [one = '', two = ''] = [1, 2].map(() => signIn?.({ method: 'PLAY', uri: 'rtsp://a/b' }))
    expect(one).toMatch(/qop=auth, nc=00000001, cnonce="[0-9a-f]{16}"/)
    expect(two).toContain('nc=00000002')
    expect(one).toMatch(/response="[0-9a-f]{64}"/)
  })

  test('Basic is the last resort, and nothing else is understood', () => {
    expect(signInBy(['Basic realm="x"'], who)?.({ method: 'PLAY', uri: 'u' })).toBe(
      `Basic ${Buffer.from('Mufasa:Circle Of Life').toString('base64')}`,
    )
    expect(signInBy(['Negotiate'], who)).toBeUndefined()
    expect(signInBy(['Digest realm="r", nonce="n", algorithm=SHA-512-256'], who)).toBeUndefined()
    expect(signInBy([], who)).toBeUndefined()
  })
})

describe('a description', () => {
  const faultOf = (sdp: string) => {
    try {
      return videoOf(sdp)
    } catch (error) {
      return error instanceof MediaError ? [error.fault, error.detail] : error
    }
  }

  test('of a camera with sound and two pictures gives the one that browsers show', () => {
    const sdp = [
      'v=0',
      'm=audio 0 RTP/AVP 8',
      'a=control:trackID=1',
      'm=video 0 RTP/AVP 98',
      'a=rtpmap:98 H265/90000',
      'a=control:trackID=2',
      'm=video 0 RTP/AVP 96',
      'a=rtpmap:96 h264/90000',
      'a=fmtp:96 packetization-mode=1; sprop-parameter-sets=Z0LAHg==,aM4=;profile-level-id=42c01e',
      'a=control:trackID=3',
    ].join('\r\n')
    expect(videoOf(sdp)).toMatchObject({ control: 'trackID=3', payloadType: 96, clock: 90_000 })
    expect(videoOf(sdp).parameterSets).toHaveLength(2)
  })

  test('without such a picture says what there is instead, but nothing else of what the camera wrote', () => {
    expect(faultOf('v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 HEVC/90000\r\n')).toEqual([
      'unsupportedCodec',
      'H265',
    ])
    expect(faultOf('v=0\r\nm=video 0 RTP/AVP 26\r\n')).toEqual(['unsupportedCodec', 'JPEG'])
    expect(faultOf('v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 <b>root:x</b>/1\r\n')).toEqual([
      'unsupportedCodec',
      undefined,
    ])
    for (const sdp of ['', 'v=0\r\n', 'v=0\r\nm=audio 0 RTP/AVP 0\r\n'])
      expect(faultOf(sdp)).toEqual(['noStream', undefined])
  })

  test.each([
    ['trackID=1', 'rtsp://a/b/', 'rtsp://a/b/trackID=1'],
    ['trackID=1', 'rtsp://a/b?c=1', 'rtsp://a/b?c=1/trackID=1'],
    ['rtsp://a/b/x', 'rtsp://a/b', 'rtsp://a/b/x'],
    ['*', 'rtsp://a/b', 'rtsp://a/b'],
  ])('control %s of %s is %s', (control, base, address) => {
    expect(controlOf(control, base)).toBe(address)
  })
})
