import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { renderReport } from '../reports/pdf-document.ts'
import { CertificateError, readSigningKey, signPdf } from './sign-pdf.ts'

// OpenSSL makes the certificates and reads the signatures: it shares nothing with our writer.

const folder = mkdtempSync(join(tmpdir(), 'kartis-signature-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const openssl = (...args: readonly string[]): string =>
  execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })

/** A PEM file with a key and its self-signed certificate, as `docs/operating.md` makes it. */
const certificateOf = (name: string, file: string, key = 'rsa:2048'): string => {
  const subject = `/CN=${name}/O=${name}`
  const made = ['-keyout', `${file}.key`, '-out', `${file}.crt`]
  const options = ['req', '-x509', '-newkey', key, '-sha256', '-days', '30', '-noenc', '-utf8', '-subj', subject]
  openssl(...options, ...made)
  writeFileSync(
    join(folder, file),
    readFileSync(join(folder, `${file}.key`)) + '' + readFileSync(join(folder, `${file}.crt`)),
  )
  return join(folder, file)
}

const NOW = new Date()

const pdf = (): Promise<Uint8Array> =>
  renderReport({
    lang: 'he',
    rightToLeft: true,
    title: 'חשבונית מס',
    brand: 'מקור',
    account: 'כרטיס בע״מ',
    days: '',
    made: '',
    figures: [],
    ledgerTitle: '',
    ledger: [],
    tables: [],
    notes: [],
    pageOf: '',
  })

/** Whether OpenSSL finds the signature of a PDF right. */
const isSigned = (signed: Uint8Array, certificate: string): boolean => {
  const bytes = Buffer.from(signed)
  const [, ...range] = /\/ByteRange ?\[ ?(\d+) (\d+) (\d+) (\d+)/.exec(bytes.toString('latin1')) ?? []
  const [from = 0, length = 0, next = 0, after = 0] = range.map(Number)
  expect([from, next + after]).toEqual([0, bytes.length])
  writeFileSync(join(folder, 'content'), Buffer.concat([bytes.subarray(0, length), bytes.subarray(next)]))
  writeFileSync(join(folder, 'signature'), Buffer.from(bytes.subarray(length + 1, next - 1).toString('latin1'), 'hex'))
  try {
    const signature = ['-inform', 'DER', '-in', 'signature', '-content', 'content', '-binary']
    openssl('cms', '-verify', ...signature, '-out', 'read', '-CAfile', certificate, '-purpose', 'any')
    return true
  } catch {
    return false
  }
}

describe('a signed PDF', () => {
  it.each(['Kartis Ltd', 'כרטיס בע״מ'])(
    'is found right by another program, and broken by any change: %s',
    async (name) => {
      const file = certificateOf(name, 'issuer.pem')
      const key = readSigningKey(file, undefined, NOW)
      const signed = await signPdf(await pdf(), { key, issuer: name, at: NOW })
      expect(isSigned(signed, file)).toBe(true)
      const changed = Buffer.from(signed)
      changed[200] = (changed[200] ?? 0) ^ 1
      expect(isSigned(changed, file)).toBe(false)
      expect(isSigned(signed, certificateOf('Other', 'other.pem'))).toBe(false)
    },
  )
})

describe('the certificate of an issuer', () => {
  it('is refused where it cannot sign: missing, without its key, of another key, of another kind, or expired', () => {
    const refused = (file: string, at = NOW): string => {
      try {
        readSigningKey(join(folder, file), undefined, at)
        return ''
      } catch (error) {
        if (!(error instanceof CertificateError)) throw error
        return error.message
      }
    }
    certificateOf('Kartis', 'issuer.pem')
    certificateOf('Other', 'other.pem')
    expect(refused('issuer.pem')).toBe('')
    expect(refused('nothing.pem')).toContain('no such file')
    expect(refused('issuer.pem.key')).toContain('no certificate')
    expect(refused('issuer.pem.crt')).not.toBe('')
    const mixed =
      readFileSync(join(folder, 'issuer.pem.key'), 'utf8') + readFileSync(join(folder, 'other.pem.crt'), 'utf8')
    writeFileSync(join(folder, 'mixed.pem'), mixed)
    expect(refused('mixed.pem')).toContain('not that of its key')
    expect(refused('issuer.pem', new Date(NOW.getTime() + 31 * 86_400_000))).toContain('expired')
  })
})
