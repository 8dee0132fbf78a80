import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { keysFrom, openKeys, parseMasterKeys, sameText, SealError } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'kartis-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

const first = randomBytes(32)
const keys = keysFrom([first])

describe('keys', () => {
  it('an encrypted text decrypts to the same text, and no two encryptions are alike', () => {
    const sealed = keys.encrypt('id-number', 'תעודת זהות 123456782')
    expect(sealed).not.toContain('123456782')
    expect(keys.encrypt('id-number', 'תעודת זהות 123456782')).not.toBe(sealed)
    expect(keys.decrypt('id-number', sealed)).toBe('תעודת זהות 123456782')
  })

  it('an empty text can be encrypted', () => {
    expect(keys.decrypt('note', keys.encrypt('note', ''))).toBe('')
  })

  it('a text of another purpose, a changed text and a text of another key are not decrypted', () => {
    const sealed = keys.encrypt('id-number', '123456782')
    const last = sealed.at(-5) === 'A' ? 'B' : 'A'
    expect(() => keys.decrypt('bank-account', sealed)).toThrow(SealError)
    expect(() => keys.decrypt('id-number', sealed.slice(0, -5) + last + sealed.slice(-4))).toThrow(SealError)
    expect(() => keysFrom([randomBytes(32)]).decrypt('id-number', sealed)).toThrow(/no master key/)
    for (const junk of ['', 'x', 'k1.00000000.', `${sealed}.more`, 'k1..AAAA'])
      expect(() => keys.decrypt('id-number', junk)).toThrow(SealError)
  })

  it('goes on opening old texts, and keeps hashes and key pairs, after a new key is put in front', () => {
    const sealed = keys.encrypt('id-number', '123456782')
    const rotated = keysFrom([randomBytes(32), first])
    expect(rotated.decrypt('id-number', sealed)).toBe('123456782')
    expect(rotated.encrypt('id-number', '1').split('.')[1]).not.toBe(sealed.split('.')[1])
    expect(rotated.hmac('session', 'token')).toBe(keys.hmac('session', 'token'))
    expect(rotated.signingKey('event', 'a').publicKey).toBe(keys.signingKey('event', 'a').publicKey)
  })

  it('hashes and key pairs differ by purpose, by text and by key', () => {
    const stranger = keysFrom([randomBytes(32)])
    expect(new Set([keys.hmac('a', 'x'), keys.hmac('b', 'x'), keys.hmac('a', 'y'), stranger.hmac('a', 'x')]).size).toBe(
      4,
    )
    const pairs = [
      keys.signingKey('event', '1'),
      keys.signingKey('event', '2'),
      keys.signingKey('other', '1'),
      stranger.signingKey('event', '1'),
    ]
    expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(4)
    const [first, second] = pairs
    const body = Buffer.from('body')
    const signature = first?.sign(body) ?? Buffer.alloc(64)
    expect([first, second].map((pair) => pair?.verify(body, signature))).toEqual([true, false])
  })

  it('the key file is created once, readable by its owner only', () => {
    const made = openKeys({ dataDir: folder })
    const file = join(folder, 'keys', 'master.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const before = readFileSync(file, 'utf8')
    expect(openKeys({ dataDir: folder }).hmac('a', 'x')).toBe(made.hmac('a', 'x'))
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('a key is read from the environment as hex or base64, and a short one is refused by name', () => {
    expect(parseMasterKeys(first.toString('hex'))).toEqual(parseMasterKeys(first.toString('base64')))
    expect(parseMasterKeys(`${first.toString('hex')}, ${first.toString('base64')}`)).toHaveLength(2)
    expect(() => parseMasterKeys('c2hvcnQ=')).toThrow(/KARTIS_KEY/)
    expect(() => parseMasterKeys(' ')).toThrow(/KARTIS_KEY/)
    const fromEnvironment = openKeys({ masterKey: first.toString('base64'), dataDir: '/nowhere' })
    expect(fromEnvironment.hmac('a', 'x')).toBe(keys.hmac('a', 'x'))
  })

  it('sameText compares texts of any length', () => {
    expect(sameText('123456', '123456')).toBe(true)
    expect(sameText('123456', '123457')).toBe(false)
    expect(sameText('123456', '12345')).toBe(false)
  })
})
