import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { dayOf, hundredths, payDayOf, uuidOf } from './option-values.ts'
import { withOutputFile } from './output-file.ts'

describe('a day of a command', () => {
  it.each(['2026-02-30', '2027-02-29', '2026-13-01', '2026-1-1', '2026-12-03T00:00', '20261203', 'tomorrow', ''])(
    '%s is refused with the name of its option',
    (text) => expect(() => dayOf('from', text)).toThrow('--from must be a day of the calendar'),
  )
  it('29 February of a leap year is one', () => expect(dayOf('from', '2028-02-29')).toBe('2028-02-29'))
})

describe('the day on which a bank file is paid', () => {
  // 01:00 of 4 December in Israel
  const platform = { clock: () => new Date('2026-12-03T23:00:00Z') } as Platform
  it('is tomorrow in Israel unless said', () => expect(payDayOf(platform, undefined)).toBe('2026-12-05'))
  it('may be today', () => expect(payDayOf(platform, '2026-12-04')).toBe('2026-12-04'))
  it('is not past, and not years away', () => {
    expect(() => payDayOf(platform, '2026-12-03')).toThrow('today is 2026-12-04')
    expect(() => payDayOf(platform, '2062-12-08')).toThrow('within a year')
    expect(() => payDayOf(platform, '2027-02-30')).toThrow('day of the calendar')
  })
})

describe('a uuid of a command', () => {
  it.each(['x', '', '------------------------------------', 'deadbeefdeadbeefdeadbeefdeadbeefdead', undefined])(
    '%s is refused with what it must name',
    (text) =>
      expect(() => uuidOf(text, 'payout', 'payouts')).toThrow('Name the payout by its uuid; payouts lists them.'),
  )
  it('may be in upper case', () =>
    expect(uuidOf('0190A000-0000-7000-8000-00000000000A', 'payout', 'payouts')).toMatch(/^0190a/))
})

describe('a sum of a command', () => {
  it('has its hundredths', () => expect(hundredths('amount', '1000000')).toBe(100_000_000))
  it('that is too large is refused for that reason', () => {
    expect(() => hundredths('amount', '10000000.01')).toThrow('no more than 10000000')
    expect(() => hundredths('amount', '1e3')).toThrow('two decimal places')
  })
})

describe('the file of a command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kartis-output-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('that cannot be written stops the command before it acts', async () => {
    let acted = false
    const act = async () => void (acted = true)
    await expect(withOutputFile(join(folder, 'none', 'a'), act)).rejects.toThrow('cannot be written (ENOENT)')
    await expect(withOutputFile(folder, act)).rejects.toThrow('cannot be written (EISDIR)')
    expect(acted).toBe(false)
  })

  it('is there once it is written, for its owner alone', async () => {
    const path = join(folder, 'a')
    await withOutputFile(path, async (write) => write('one'))
    await withOutputFile(path, async (write) => write('two'))
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['two', 0o600])
    mkdirSync(join(folder, 'links'))
    symlinkSync(path, join(folder, 'links', 'b'))
    await withOutputFile(join(folder, 'links', 'b'), async (write) => write('three'))
    expect(readFileSync(path, 'utf8')).toBe('three')
  })

  it('stays as it was when the command fails or writes nothing', async () => {
    const path = join(folder, 'c')
    await expect(withOutputFile(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await withOutputFile(path, async () => undefined)
    expect(existsSync(path)).toBe(false)
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })
})
