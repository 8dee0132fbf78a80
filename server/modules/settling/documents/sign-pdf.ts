import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { plainAddPlaceholder } from '@signpdf/placeholder-plain'
import { Signer, SignPdf } from '@signpdf/signpdf'
import type { Platform } from '../../../platform/platform.ts'
import { signDetached, type SigningKey } from './cms.ts'

/** A certificate that cannot sign; the message says why. */
export class CertificateError extends Error {
  override name = 'CertificateError'
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const SIGNATURE_BYTES = 20_000

/** The key and the certificates of a PEM file. Throws a CertificateError for one that cannot sign at this instant. */
export const readSigningKey = (path: string, passphrase: string | undefined, now: Date): SigningKey => {
  try {
    const pem = readFileSync(path, 'utf8')
    const [own, ...issuers] = (pem.match(CERTIFICATE) ?? []).map((text) => new X509Certificate(text))
    if (!own) throw new CertificateError('it has no certificate')
    const key = createPrivateKey({ key: pem, format: 'pem', ...(passphrase !== undefined && { passphrase }) })
    if (key.asymmetricKeyType !== 'rsa') throw new CertificateError('its key is not an RSA key')
    if (!own.checkPrivateKey(key)) throw new CertificateError('its first certificate is not that of its key')
    if (new Date(own.validTo) < now) throw new CertificateError(`it has expired on ${own.validTo}`)
    return { key, certificates: [own, ...issuers] }
  } catch (error) {
    throw new CertificateError(`DOCUMENT_CERTIFICATE ${path}: ${(error as Error).message}`)
  }
}

class DetachedSigner extends Signer {
  readonly #key: SigningKey
  readonly #at: Date
  constructor(key: SigningKey, at: Date) {
    super()
    this.#key = key
    this.#at = at
  }

  override sign = async (pdf: Buffer): Promise<Buffer> => signDetached(pdf, this.#key, this.#at)
}

/** The same PDF with the signature of its issuer, which any change of a byte breaks. */
export const signPdf = async (
  pdf: Uint8Array,
  { key, issuer, at }: { readonly key: SigningKey; readonly issuer: string; readonly at: Date },
): Promise<Uint8Array> => {
  const prepared = plainAddPlaceholder({
    pdfBuffer: Buffer.from(pdf),
    reason: 'tax document',
    contactInfo: '',
    name: issuer,
    location: '',
    signingTime: at,
    signatureLength: SIGNATURE_BYTES,
  })
  return new SignPdf().sign(prepared, new DetachedSigner(key, at))
}

/**
 * Signs PDFs with the certificate of the settings, which is read anew, so that a renewed one needs no restart; undefined where
 * there is none. Throws a CertificateError where it cannot sign.
 */
export const signatureOf = (
  platform: Pick<Platform, 'settings' | 'clock'>,
): ((pdf: Uint8Array) => Promise<Uint8Array>) | undefined => {
  const { certificate, issuer } = platform.settings.documents
  if (!certificate) return undefined
  const at = platform.clock()
  const key = readSigningKey(certificate.path, certificate.password, at)
  return (pdf) => signPdf(pdf, { key, issuer: issuer?.party.name ?? '', at })
}
