import { describe, expect, it } from 'vitest'
import { descriptionOf, endOfDescription, type PairingCode, readPairingCode, writePairingCode } from './hub-pairing.ts'

/** As Chromium 140 makes it, after the camera was opened. */
const OFFER = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=extmap-allow-mixed',
  'a=msid-semantic: WMS',
  'm=application 51422 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 192.168.43.7',
  'a=candidate:1467250027 1 udp 2122260223 192.168.43.7 51422 typ host generation 0 network-id 1',
  'a=candidate:1467250028 1 udp 2122194687 2001:db8::1:7 51423 typ host generation 0 network-id 2',
  'a=candidate:3018 1 udp 2122262783 0b1e7b6e-6ac0-4a39-a1d9-42b1d1a1f7ac.local 51424 typ host generation 0',
  'a=candidate:435653019 1 tcp 1518280447 192.168.43.7 9 typ host tcptype active generation 0',
  'a=ice-ufrag:EsAw',
  'a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1',
  'a=ice-options:trickle',
  'a=fingerprint:sha-256 D9:A4:4A:66:9C:0B:11:77:4B:3E:CC:5F:8C:AD:F4:95:DB:3F:11:96:CC:05:A2:3C:1C:2F:7B:A2:8A:7D:6E:C0',
  'a=setup:actpass',
  'a=mid:0',
  'a=sctp-port:5000',
  'a=max-message-size:262144',
  '',
].join('\r\n')

const codeOf = (more: Partial<PairingCode> = {}): PairingCode => {
  const end = endOfDescription(OFFER)
  if (!end) throw new Error('the description has no end')
  return { kind: 'offer', event: '11111111', hub: '00ff17aa93b1c2d3', pairing: 513, ...end, ...more }
}

describe('a pairing code', () => {
  it('has fewer than 250 characters of a QR’s closest alphabet, where the description has over 800', () => {
    expect(OFFER.length).toBeGreaterThan(800)
    const text = writePairingCode(codeOf())
    expect(text).toMatch(/^KH1[0-9A-Z $%*+\-./:]+$/)
    expect(text.length).toBeLessThan(250)
    const single = writePairingCode(codeOf({ addresses: [{ host: '192.168.43.7', port: 51_422 }] }))
    expect(single.length).toBeLessThan(150)
  })

  it('says the same to whoever reads it', () => {
    for (const kind of ['offer', 'answer'] as const) {
      const code = codeOf({ kind })
      const read = readPairingCode(writePairingCode(code))
      expect(read).toEqual({
        ...code,
        addresses: [
          { host: '192.168.43.7', port: 51_422 },
          { host: '2001:db8:0:0:0:0:1:7', port: 51_423 },
          { host: '0b1e7b6e-6ac0-4a39-a1d9-42b1d1a1f7ac.local', port: 51_424 },
        ],
      })
    }
  })

  it('takes nothing of TCP, and has plain addresses before hidden ones', () => {
    const end = endOfDescription(OFFER)
    expect(end?.addresses).toHaveLength(3)
    const hidden = { host: '0b1e7b6e-6ac0-4a39-a1d9-42b1d1a1f7ac.local', port: 1 }
    const many = Array.from({ length: 6 }, (_, place) => ({ host: `10.0.0.${place}`, port: 2 }))
    const read = readPairingCode(writePairingCode(codeOf({ addresses: [hidden, ...many] })))
    expect(read?.addresses).toEqual(many.slice(0, 4))
  })

  it('is refused when it is cut, foreign, of another version or forged into other lines', () => {
    const text = writePairingCode(codeOf())
    for (let length = 0; length < text.length; length++) expect(readPairingCode(text.slice(0, length))).toBeUndefined()
    expect(readPairingCode(`${text}00`)).toBeUndefined()
    expect(readPairingCode(text.replace('KH1', 'KH2'))).toBeUndefined()
    expect(readPairingCode('K1abc')).toBeUndefined()
    expect(readPairingCode(writePairingCode(codeOf({ user: 'a\r\na=x' })))).toBeUndefined()
    expect(readPairingCode(writePairingCode(codeOf({ addresses: [] })))).toBeUndefined()
  })

  it('becomes a description that says what the first one said', () => {
    const sdp = descriptionOf(codeOf())
    expect(endOfDescription(sdp)).toEqual(endOfDescription(OFFER))
    expect(sdp).toContain('a=setup:actpass')
    expect(descriptionOf(codeOf({ kind: 'answer' }))).toContain('a=setup:active')
  })
})
