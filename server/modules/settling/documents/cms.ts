import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto'

// Cryptographic Message Syntax (RFC 5652), as much of it as a detached signature needs. Names are copied from the certificate
// byte by byte: libraries that read and write them again change Hebrew ones, and then nobody finds the certificate.

const [INTEGER, OCTETS, OID, SEQUENCE, SET, UTC_TIME] = [0x02, 0x04, 0x06, 0x30, 0x31, 0x17]
const NULL = Buffer.from([0x05, 0x00])
/** A context tag; constructed. */
const context = (number: number): number => 0xa0 + number

const lengthOf = (length: number): number[] => {
  if (length < 0x80) return [length]
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'), 'hex')
  return [0x80 + bytes.length, ...bytes]
}

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body])
}

const integer = (value: number): Buffer => der(INTEGER, Buffer.from([value]))
const oid = (hex: string): Buffer => der(OID, Buffer.from(hex, 'hex'))

const DATA = oid('2a864886f70d010701')
const SIGNED_DATA = oid('2a864886f70d010702')
const CONTENT_TYPE = oid('2a864886f70d010903')
const MESSAGE_DIGEST = oid('2a864886f70d010904')
const SIGNING_TIME = oid('2a864886f70d010905')
const SHA256 = der(SEQUENCE, oid('608648016503040201'), NULL)
const RSA = der(SEQUENCE, oid('2a864886f70d010101'), NULL)

interface Element {
  readonly tag: number
  /** With tag and length. */
  readonly whole: Buffer
  readonly content: Buffer
  /** Where the one after it begins. */
  readonly next: number
}

const elementAt = (bytes: Buffer, at: number): Element => {
  const first = bytes[at + 1] ?? 0
  const extra = first < 0x80 ? 0 : first - 0x80
  const length = extra === 0 ? first : bytes.readUIntBE(at + 2, extra)
  const [start, next] = [at + 2 + extra, at + 2 + extra + length]
  return { tag: bytes[at] ?? 0, whole: bytes.subarray(at, next), content: bytes.subarray(start, next), next }
}

/** Issuer and serial number of a certificate, as they stand in it. */
const identityOf = (certificate: X509Certificate): Buffer => {
  const fields = elementAt(elementAt(Buffer.from(certificate.raw), 0).content, 0).content
  const version = elementAt(fields, 0)
  const serial = version.tag === context(0) ? elementAt(fields, version.next) : version
  const algorithm = elementAt(fields, serial.next)
  return der(SEQUENCE, elementAt(fields, algorithm.next).whole, serial.whole)
}

const attribute = (type: Buffer, value: Buffer): Buffer => der(SEQUENCE, type, der(SET, value))

const utcTime = (at: Date): Buffer =>
  der(UTC_TIME, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))

export interface SigningKey {
  /** RSA */
  readonly key: KeyObject
  /** That of the key first, then those of its issuers. */
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]]
}

/** A detached signature of content, SHA-256 with RSA, in DER. */
export const signDetached = (content: Uint8Array, { key, certificates }: SigningKey, at: Date): Buffer => {
  const attributes = [
    attribute(CONTENT_TYPE, DATA),
    attribute(SIGNING_TIME, utcTime(at)),
    attribute(MESSAGE_DIGEST, der(OCTETS, createHash('sha256').update(content).digest())),
  ]
    // DER sorts the members of a set.
    .toSorted((left, right) => Buffer.compare(left, right))
  const signature = sign('sha256', der(SET, ...attributes), key)
  const signer = der(
    SEQUENCE,
    integer(1),
    identityOf(certificates[0]),
    SHA256,
    der(context(0), ...attributes),
    RSA,
    der(OCTETS, signature),
  )
  const signed = der(
    SEQUENCE,
    integer(1),
    der(SET, SHA256),
    der(SEQUENCE, DATA),
    der(context(0), ...certificates.map(({ raw }) => raw)),
    der(SET, signer),
  )
  return der(SEQUENCE, SIGNED_DATA, der(context(0), signed))
}
