import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ENVIRONMENT } from './environment.ts'
import { refuseExposure } from './settings.ts'
import { EXAMPLE_KEY } from './settings-rules.ts'
import { GATEWAYS } from '../../modules/payments/payments/index.ts'
import { readSettings } from '../../settings.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://tickets.example.co.il/',
  KARTIS_KEY: Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 37) % 251)).toString('base64'),
  MESSAGES: 'live',
  SMS_PROVIDER: '019',
  SMS_019_USERNAME: 'u',
  SMS_019_TOKEN: 't',
  SMTP_URL: 'smtps://u:p@mail.example.co.il',
  PAYMENTS: 'tranzila',
  TRANZILA_TERMINAL: 'kartis1',
  TRANZILA_APP_KEY: 'k',
  TRANZILA_SECRET: 's',
}

describe('settings', () => {
  test('what the law says is the default, and a later threshold of allocation numbers is added to it', () => {
    const { documents, cancellation } = readSettings({})
    expect([documents.allocation.thresholds.at(-1), documents.allocation.creditNotesFrom, cancellation]).toEqual([
      { from: '2026-06-01', vatAbove: 90_000 },
      undefined,
      { boxOfficeDays: 7 },
    ])
    const named = readSettings({ ALLOCATION_THRESHOLDS: '2027-01-01:450,2028-01-01:0' })
    expect(named.documents.allocation.thresholds.slice(-2)).toEqual([
      { from: '2027-01-01', vatAbove: 45_000 },
      { from: '2028-01-01', vatAbove: 0 },
    ])
    for (const wrong of ['2027-13-01:450', '2027-01-01', '2027-01-01:450,', '450'])
      expect(() => readSettings({ ALLOCATION_THRESHOLDS: wrong })).toThrow('ALLOCATION_THRESHOLDS')
  })

  test('an empty environment is a valid development setup', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      processes: 1,
      demo: true,
      rateLimits: true,
      databaseUrl: undefined,
      messages: { where: 'outbox' },
      payments: { mode: 'sandbox', gatewayName: 'tranzila', terminal: { name: 'kartis' }, origins: [] },
    })
    expect(settings.dataDir).toBe(`${process.cwd()}/data`)
  })

  test('the public URL has the port, and an empty value counts as unset', () => {
    expect(readSettings({ PORT: '4100', PUBLIC_URL: '', DATABASE_URL: ' ' })).toMatchObject({
      publicUrl: 'http://localhost:4100',
      databaseUrl: undefined,
    })
  })

  test.each([
    ['PORT', 'abc', 'a whole number from 1 to 65535'],
    ['PORT', '70000', 'a whole number from 1 to 65535'],
    ['PORT', '3000.5', 'a whole number from 1 to 65535'],
    ['WEB_CONCURRENCY', '0', 'a whole number from 1 to 64'],
    ['DATABASE_URL', 'mysql://x/y', 'postgres:// or postgresql://'],
    ['PUBLIC_URL', 'kartis.co.il', 'http:// or https://'],
    ['NODE_ENV', 'prod', 'one of development, production, test'],
    ['RATE_LIMITS', 'maybe', 'on or off'],
    ['MESSAGES', 'pigeon', 'outbox or live'],
    ['PAYMENTS', 'cash', 'sandbox or tranzila or cardcom or payplus'],
    ['SANDBOX_GATEWAY', 'cash', 'tranzila or cardcom or payplus'],
    ['DEMO', 'yes', '1 or 0'],
    ['KARTIS_KEY', 'short', '32 random bytes'],
    ['LOG_LEVEL', 'loud', 'one of fatal'],
  ])('%s=%s is refused with one line that names the variable and the allowed values', (name, value, allowed) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new RegExp(`^${name} is wrong: it must be .*${allowed.replace('/', '/')}`),
    )
    try {
      readSettings({ [name]: value })
    } catch (error) {
      expect(String(error)).not.toContain('\n')
    }
  })

  test.each([
    [{ MESSAGES: 'live' }, 'SMS_PROVIDER is missing: MESSAGES=live needs it.'],
    [
      { MESSAGES: 'live', SMS_PROVIDER: 'twilio', SMTP_URL: 'smtp://localhost' },
      'TWILIO_ACCOUNT_SID is missing: SMS_PROVIDER=twilio needs it.',
    ],
    [{ PAYMENTS: 'tranzila' }, 'TRANZILA_TERMINAL is missing: PAYMENTS=tranzila needs it.'],
    [{ PAYMENTS: 'cardcom', CARDCOM_TERMINAL: '1000' }, 'CARDCOM_API_NAME is missing: PAYMENTS=cardcom needs it.'],
    [{ PAYMENTS: 'payplus', PAYPLUS_API_KEY: 'key' }, 'PAYPLUS_SECRET_KEY is missing: PAYMENTS=payplus needs it.'],
    [{ FILES: 's3' }, 'S3_BUCKET is missing: FILES=s3 needs it.'],
  ])('a choice without its companions is refused with the name of the missing one: %o', (env, line) => {
    expect(() => readSettings(env)).toThrow(line)
  })
})

test.each([
  [{ ISSUER_NUMBER: '515308203' }, 'ISSUER_NAME is missing: ISSUER_NUMBER needs it.'],
  [
    { ISSUER_NUMBER: '515308203', ISSUER_NAME: 'כרטיס', ISSUER_ADDRESS: 'הרצל 1' },
    'DOCUMENTS_FROM is missing: ISSUER_NUMBER needs it.',
  ],
  [{ ALLOCATION_URL: 'https://api.taxes.gov.il' }, 'ISSUER_NUMBER is missing: ALLOCATION_URL needs it.'],
])('an issuer of documents that is named in part is a problem of documents alone: %o', (env, line) => {
  const { documents, warnings } = readSettings(env)
  expect(documents).toMatchObject({ issuer: undefined, problem: line })
  expect(warnings).toContain(line)
})

test('the day from which documents are issued is one of the calendar', () => {
  expect(() => readSettings({ DOCUMENTS_FROM: '2026-02-30' })).toThrow('a day such as 2026-12-01')
})

describe('production settings', () => {
  test('complete production settings are accepted', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({
      production: true,
      demo: false,
      secureCookies: true,
      publicUrl: 'https://tickets.example.co.il',
    })
  })

  test.each([
    [{ MESSAGES: 'outbox' }, 'MESSAGES'],
    [{ PAYMENTS: 'sandbox' }, 'PAYMENTS'],
    [{ RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
    [{ DEMO: '1' }, 'DEMO'],
    [{ KARTIS_KEY: undefined }, 'KARTIS_KEY'],
    [{ KARTIS_KEY: EXAMPLE_KEY }, 'KARTIS_KEY'],
    [{ KARTIS_KEY: Buffer.alloc(32).toString('base64') }, 'KARTIS_KEY'],
    [{ PUBLIC_URL: undefined }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://tickets.example.co.il' }, 'PUBLIC_URL'],
  ])('production refuses %o', (change, name) => {
    expect(() => readSettings({ ...PRODUCTION, ...change })).toThrow(new RegExp(`^${name} is `))
  })
})

describe('a server that others can reach', () => {
  const LIVE = {
    ...PRODUCTION,
    NODE_ENV: undefined,
    KARTIS_KEY: undefined,
  }

  test.each([
    [{ HOST: '0.0.0.0' }, /^HOST is wrong: .*MESSAGES=outbox/],
    [{ HOST: '::' }, /^HOST is wrong: .*MESSAGES=outbox/],
    [{ HOST: '192.168.1.7' }, /^HOST is wrong: .*MESSAGES=outbox/],
    [{ PUBLIC_URL: 'https://tickets.example.co.il' }, /^PUBLIC_URL is wrong: .*MESSAGES=outbox/],
    [{ PUBLIC_URL: 'http://127.0.0.1.example.com' }, /^PUBLIC_URL is wrong: .*MESSAGES=outbox/],
    [{ ...LIVE, PAYMENTS: 'sandbox' }, /^PUBLIC_URL is wrong: .*PAYMENTS=sandbox/],
    [{ NODE_ENV: 'test', HOST: '0.0.0.0' }, /^HOST is wrong: .*MESSAGES=outbox/],
  ])('does not start with the outbox or the sandbox gateway: %o', (env, line) => {
    expect(() => refuseExposure(readSettings(env))).toThrow(line)
  })

  test.each([
    {},
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:4000' },
    { HOST: '::1', PUBLIC_URL: 'http://[::1]:4000' },
    { HOST: 'localhost', PUBLIC_URL: 'http://kartis.localhost' },
    { ...LIVE, HOST: '0.0.0.0' },
    { ...PRODUCTION, HOST: '0.0.0.0' },
  ])('starts on loopback addresses, and elsewhere when it sends and charges for real: %o', (env) => {
    expect(() => refuseExposure(readSettings(env))).not.toThrow()
  })

  test('shows metrics without a token on a loopback address outside production only', () => {
    expect(readSettings({}).metrics).toEqual({ token: undefined, open: true })
    expect(readSettings(PRODUCTION).metrics.open).toBe(false)
    expect(readSettings({ ...LIVE, HOST: '0.0.0.0' }).metrics.open).toBe(false)
    expect(() => readSettings({ METRICS_TOKEN: 'short' })).toThrow(/^METRICS_TOKEN is wrong/)
  })
})

describe('warnings', () => {
  const VISIBLE = ['OPERATOR_NAME', 'OPERATOR_PHONE', 'OPERATOR_EMAIL', 'OPERATOR_ADDRESS', 'MAIL_FROM']

  test('production warns about each default that visitors see, and starts', () => {
    const { warnings } = readSettings({ ...PRODUCTION, OPERATOR_NAME: ' ' })
    expect(warnings.map((line) => line.split(' ')[0])).toEqual(VISIBLE)
  })

  test('there is no warning when all are set, or in development', () => {
    const all = Object.fromEntries(VISIBLE.map((name) => [name, 'kartis@example.co.il']))
    expect(readSettings({ ...PRODUCTION, ...all }).warnings).toEqual([])
    expect(readSettings({}).warnings).toEqual([])
  })
})

describe('whose money it is', () => {
  const VISIBLE = ['OPERATOR_NAME', 'OPERATOR_PHONE', 'OPERATOR_EMAIL', 'OPERATOR_ADDRESS', 'MAIL_FROM']
  const shown = Object.fromEntries(VISIBLE.map((name) => [name, 'kartis@example.co.il']))
  const settled = (env: Record<string, string>) => {
    const { settlement, warnings } = readSettings({ ...PRODUCTION, ...shown, ...env })
    return [settlement.mode, ...warnings.map((line) => line.split(' ')[0])]
  }

  test('is the producer’s own with a real gateway unless the settings say otherwise; the sandbox collects its play money', () => {
    expect(readSettings(PRODUCTION).settlement.mode).toBe('direct')
    expect(readSettings({}).settlement.mode).toBe('platform')
    expect(readSettings({ SETTLEMENT_MODE: 'direct' }).settlement.mode).toBe('direct')
    expect(() => readSettings({ SETTLEMENT_MODE: 'ours' })).toThrow(/^SETTLEMENT_MODE is wrong/)
  })

  test('brings a warning that names the licence where production collects for others, and one while nobody may approve payouts', () => {
    expect(settled({})).toEqual(['direct'])
    expect(settled({ SETTLEMENT_MODE: 'aggregated' })).toEqual(['aggregated'])
    expect(settled({ SETTLEMENT_MODE: 'platform' })).toEqual(['platform', 'SETTLEMENT_MODE=platform', 'PAYOUT_PEOPLE'])
    const people = { PAYOUT_PEOPLE: '+972501234567,+972521234567' }
    expect(settled({ SETTLEMENT_MODE: 'platform', ...people })).toEqual(['platform', 'SETTLEMENT_MODE=platform'])
    expect(settled({ NODE_ENV: 'development', DEMO: '0', SETTLEMENT_MODE: 'platform' })).toEqual(['platform'])
    const { warnings } = readSettings({ ...PRODUCTION, SETTLEMENT_MODE: 'platform' })
    expect(warnings.join(' ')).toContain('licence of the Israel Securities Authority')
    expect(warnings.join(' ')).toContain('no payout can be approved')
  })
})

test('the example file lists every variable and no other', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const listed = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1])
  expect(new Set(listed)).toEqual(
    new Set([...Object.keys(ENVIRONMENT), ...GATEWAYS.flatMap(({ variables }) => Object.keys(variables))]),
  )
})
