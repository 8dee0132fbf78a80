import { bytesOfHex, type Bytes, hexOf } from './code-bytes.ts'

/**
 * How two devices without a network connect over WebRTC: each shows the other one QR. A description of a session has about
 * 700 bytes; what is particular to one has about a hundred, and the rest is written back by the reader.
 *
 * Code: `KH` (of the hub) or `KA` (the answer), version `1`, and base 45 of: end of the event's uuid (4 bytes) · the hub (8) ·
 * the pairing (2) · length and text of the ICE user, length and text of its password · SHA-256 of the certificate (32) ·
 * number of addresses, and of each its kind (1), the address (4, 16) and the port (2). Base 45 has the characters that a QR
 * packs closest after digits.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Base 45 of RFC 9285: two bytes are three characters. */
const toBase45 = (bytes: Uint8Array): string => {
  let text = ''
  for (let place = 0; place < bytes.length; place += 2) {
    const isPair = place + 1 < bytes.length
    let remaining = isPair ? (bytes[place] ?? 0) * 256 + (bytes[place + 1] ?? 0) : (bytes[place] ?? 0)
    for (let char = 0; char < (isPair ? 3 : 2); char++) {
      text += ALPHABET[remaining % 45] ?? ''
      remaining = Math.floor(remaining / 45)
    }
  }
  return text
}

/** The bytes, or undefined when the text is not base 45 of whole bytes. */
const fromBase45 = (text: string): Bytes | undefined => {
  if (text.length % 3 === 1) return undefined
  const bytes: number[] = []
  for (let place = 0; place < text.length; place += 3) {
    const values = Array.from(text.slice(place, place + 3), (char) => ALPHABET.indexOf(char))
    if (values.includes(-1)) return undefined
    const value = values.reduceRight((sum, digit) => sum * 45 + digit, 0)
    if (value > (values.length === 3 ? 0xffff : 0xff)) return undefined
    if (values.length === 3) bytes.push(value >> 8)
    bytes.push(value & 0xff)
  }
  return Uint8Array.from(bytes)
}

/** An address on which a device waits for the other one: IPv4, IPv6, or a `.local` name that hides it. */
export interface HubAddress {
  readonly host: string
  readonly port: number
}

/** What is particular to one side of a connection. */
export interface HubEnd {
  readonly user: string
  readonly password: string
  /** SHA-256 of the certificate in hex. */
  readonly fingerprint: string
  readonly addresses: readonly HubAddress[]
}

export interface PairingCode extends HubEnd {
  readonly kind: 'offer' | 'answer'
  /** The last eight hex digits of the event's uuid. */
  readonly event: string
  /** The hub, from its start to its end: 16 hex digits. */
  readonly hub: string
  /** Which of the hub's codes this is, or answers. */
  readonly pairing: number
}

const PREFIX = { offer: 'KH1', answer: 'KA1' } as const
/** More addresses make the QR harder to read, and two devices on one Wi-Fi need one. */
const MAX_ADDRESSES = 4
const LOCAL_NAME = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local$/i
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
const KIND = { name: 0, v4: 4, v6: 6 } as const

const groupsOfV6 = (host: string): number[] | undefined => {
  if (!/^[0-9a-f:]+$/i.test(host)) return undefined
  const halves = host.split('::')
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return undefined
  const groups = [...head, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail]
  return groups.map((group) => Number.parseInt(group, 16))
}

const bytesOfAddress = ({ host, port }: HubAddress): number[] | undefined => {
  const end = [port >> 8, port & 0xff]
  if (IPV4.test(host)) return [KIND.v4, ...host.split('.').map(Number), ...end]
  if (LOCAL_NAME.test(host)) return [KIND.name, ...bytesOfHex(host.slice(0, 36).replaceAll('-', '')), ...end]
  const groups = groupsOfV6(host)
  return groups && [KIND.v6, ...groups.flatMap((group) => [group >> 8, group & 0xff]), ...end]
}

/** Plain addresses first: a `.local` name needs multicast, which many networks block. */
const rank = ({ host }: HubAddress): number => (IPV4.test(host) ? 0 : LOCAL_NAME.test(host) ? 2 : 1)

const bytesOfText = (text: string): number[] => [text.length, ...Array.from(text, (char) => char.charCodeAt(0))]

/** The text of the QR. */
export const writePairingCode = (code: PairingCode): string => {
  const addresses = code.addresses
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((address) => [bytesOfAddress(address) ?? []].filter(({ length }) => length > 0))
    .slice(0, MAX_ADDRESSES)
  const bytes = [
    ...bytesOfHex(code.event),
    ...bytesOfHex(code.hub),
    code.pairing >> 8,
    code.pairing & 0xff,
    ...bytesOfText(code.user),
    ...bytesOfText(code.password),
    ...bytesOfHex(code.fingerprint),
    addresses.length,
    ...addresses.flat(),
  ]
  return `${PREFIX[code.kind]}${toBase45(Uint8Array.from(bytes))}`
}

/** Takes bytes off the front, and remembers whether there were enough. */
const readerOf = (bytes: Uint8Array) => {
  let place = 0
  const take = (count: number): Uint8Array => {
    const part = bytes.subarray(place, place + count)
    place += count
    return part
  }
  return {
    take,
    number: (count: number): number => take(count).reduce((sum, byte) => sum * 256 + byte, 0),
    text: (): string => Array.from(take(take(1)[0] ?? 0), (byte) => String.fromCharCode(byte)).join(''),
    isAtEnd: (): boolean => place === bytes.length,
  }
}

const SIZES = new Map<number, number>([
  [KIND.name, 16],
  [KIND.v4, 4],
  [KIND.v6, 16],
])

const hostOf = (kind: number, bytes: Uint8Array): string => {
  if (kind === KIND.v4) return Array.from(bytes, String).join('.')
  const hex = hexOf(bytes)
  if (kind === KIND.v6)
    return (hex.match(/.{4}/g) ?? []).map((group) => Number.parseInt(group, 16).toString(16)).join(':')
  return `${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}.local`
}

/** ICE texts go into a session description as they are: nothing else may. */
const ICE_TEXT = /^[A-Za-z0-9+/]{4,64}$/

/** What a QR says; undefined for any other, cut or foreign text. */
export const readPairingCode = (text: string): PairingCode | undefined => {
  const kind = text.startsWith(PREFIX.offer) ? 'offer' : text.startsWith(PREFIX.answer) ? 'answer' : undefined
  // Whoever copies the text may lose the spaces at its end, which base 45 has.
  const bytes = kind && (fromBase45(text.slice(3)) ?? fromBase45(`${text.slice(3)} `))
  if (!kind || !bytes) return undefined
  const read = readerOf(bytes)
  const [event, hub, pairing] = [hexOf(read.take(4)), hexOf(read.take(8)), read.number(2)]
  const [user, password] = [read.text(), read.text()]
  const fingerprint = hexOf(read.take(32))
  const count = read.number(1)
  const addresses: HubAddress[] = []
  for (let place = 0; place < Math.min(count, MAX_ADDRESSES); place++) {
    const type = read.number(1)
    const host = hostOf(type, read.take(SIZES.get(type) ?? 0))
    addresses.push({ host, port: read.number(2) })
  }
  const isWhole = read.isAtEnd() && ICE_TEXT.test(user) && ICE_TEXT.test(password) && count > 0
  return isWhole ? { kind, event, hub, pairing, user, password, fingerprint, addresses } : undefined
}

/** What is particular to one side, from the description that its browser made; undefined for one without it. */
export const endOfDescription = (sdp: string): HubEnd | undefined => {
  const lines = sdp.split(/\r?\n/)
  const value = (name: string): string | undefined => {
    const start = `a=${name}:`
    const line = lines.find((each) => each.startsWith(start))
    return line?.slice(start.length).trimEnd() || undefined
  }
  const [user, password] = [value('ice-ufrag'), value('ice-pwd')]
  const fingerprint = /^sha-256 ([0-9A-F:]+)$/i
    .exec(value('fingerprint') ?? '')?.[1]
    ?.replaceAll(':', '')
    .toLowerCase()
  if (user === undefined || password === undefined || fingerprint?.length !== 64) return undefined
  const addresses = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gim)].map(
    ([, host = '', port]) => ({
      host,
      port: Number(port),
    }),
  )
  return { user, password, fingerprint, addresses }
}

/** The description of the other side, as its browser would have sent it. */
export const descriptionOf = ({ kind, user, password, fingerprint, addresses }: PairingCode): string =>
  [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${user}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${(fingerprint.toUpperCase().match(/../g) ?? []).join(':')}`,
    `a=setup:${kind === 'offer' ? 'actpass' : 'active'}`,
    'a=mid:0',
    'a=sctp-port:5000',
    'a=max-message-size:262144',
    ...addresses.map(
      ({ host, port }, place) =>
        `a=candidate:${place + 1} 1 udp ${2_113_937_151 - place * 256} ${host} ${port} typ host`,
    ),
    '',
  ].join('\r\n')
