import { readDsn } from '@kartis/contract/error-report.ts'
import { z } from 'zod'
import { parseMasterKeys } from '../security/keys.ts'

const unset = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional())
const or = <T extends z.ZodType>(schema: T, fallback: NonNullable<z.input<T>>) =>
  z.preprocess((value) => unset(value) ?? fallback, schema)

const whole = (min: number, max: number) =>
  z.coerce.number({ error: `a whole number from ${min} to ${max}` }).pipe(
    z
      .int({ error: `a whole number from ${min} to ${max}` })
      .min(min, { error: `a whole number from ${min} to ${max}` })
      .max(max, { error: `a whole number from ${min} to ${max}` }),
  )
const one = <const T extends readonly [string, ...string[]]>(...names: T) =>
  z.enum(names, { error: names.length === 2 ? `${names[0]} or ${names[1]}` : `one of ${names.join(', ')}` })
const flag = z
  .enum(['1', '0', 'true', 'false'], { error: '1 or 0' })
  .transform((value) => value === '1' || value === 'true')
const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)), {
    error: `a URL that begins with ${protocols.map((name) => `${name}://`).join(' or ')}`,
  })
const web = url('http', 'https').transform((value) => value.replace(/\/+$/, ''))
const text = z.string()
const areMasterKeys = (value: string): boolean => {
  try {
    return parseMasterKeys(value).length > 0
  } catch {
    return false
  }
}

/**
 * Every variable that Kartis reads, and what is allowed in it. `.env.example` shows the same list to people;
 * a test keeps the two together.
 */
export const ENVIRONMENT = {
  NODE_ENV: or(one('development', 'production', 'test'), 'development'),
  PORT: or(whole(1, 65_535), '3000'),
  HOST: or(text, '127.0.0.1'),
  DATA_DIR: or(text, './data'),
  DATABASE_URL: optional(url('postgres', 'postgresql')),
  DATABASE_DIRECT_URL: optional(url('postgres', 'postgresql')),
  DATABASE_PREPARED: or(one('on', 'off'), 'on'),
  DATABASE_REPLICA_URL: optional(url('postgres', 'postgresql')),
  PUBLIC_URL: optional(web),
  WEB_CONCURRENCY: or(whole(1, 64), '1'),
  MAX_IN_FLIGHT: or(whole(10, 100_000), '2000'),
  DEMO: optional(flag),
  RATE_LIMITS: or(one('on', 'off'), 'on'),
  LOG_LEVEL: or(one('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
  TRUST_PROXY: or(
    text.regex(/^(0|[1-9]|[0-9a-f.:/, ]+|loopback)$/i, { error: 'a number of proxies, or their addresses' }),
    '0',
  ),
  KARTIS_KEY: optional(
    text.refine(areMasterKeys, {
      error: '32 random bytes in base64 (openssl rand -base64 32)',
    }),
  ),

  OPERATOR_NAME: or(text, 'כרטיס'),
  OPERATOR_PHONE: or(text, ''),
  OPERATOR_EMAIL: or(text, 'help@kartis.local'),
  OPERATOR_ADDRESS: or(text, ''),

  MESSAGES: or(one('outbox', 'live'), 'outbox'),
  SMS_PROVIDER: optional(one('019', 'inforu', 'twilio')),
  SMS_SENDER: or(text.regex(/^[A-Za-z0-9+ ]{3,16}$/, { error: '3 to 16 Latin letters or digits' }), 'Kartis'),
  SMS_BASE_URL: optional(web),
  SMS_019_USERNAME: optional(text),
  SMS_019_TOKEN: optional(text),
  INFORU_USERNAME: optional(text),
  INFORU_TOKEN: optional(text),
  TWILIO_ACCOUNT_SID: optional(text),
  TWILIO_AUTH_TOKEN: optional(text),
  SMTP_URL: optional(url('smtp', 'smtps')),
  MAIL_FROM: or(
    text.regex(/@/, { error: 'an e-mail address, with or without a name' }),
    'Kartis <tickets@kartis.local>',
  ),

  PAYMENTS: or(one('sandbox', 'tranzila'), 'sandbox'),
  TRANZILA_TERMINAL: optional(text.regex(/^[A-Za-z0-9_-]{2,40}$/, { error: 'the name of a terminal' })),
  TRANZILA_APP_KEY: optional(text),
  TRANZILA_SECRET: optional(text),
  TRANZILA_PW: optional(text),
  TRANZILA_HANDSHAKE: or(one('v1', 'v2'), 'v2'),
  TRANZILA_REFERENCE_FIELD: or(
    text.regex(/^[A-Za-z][A-Za-z0-9_]{1,39}$/, { error: 'the name of a user-defined field of the terminal' }),
    'kartis_payment',
  ),
  TRANZILA_API_URL: or(web, 'https://api.tranzila.com'),
  TRANZILA_REPORT_URL: or(web, 'https://report.tranzila.com'),
  TRANZILA_IFRAME_URL: or(web, 'https://directng.tranzila.com'),

  FILES: or(one('disk', 's3'), 'disk'),
  S3_BUCKET: optional(text),
  S3_REGION: or(text, 'us-east-1'),
  S3_ENDPOINT: optional(web),
  S3_ACCESS_KEY_ID: optional(text),
  S3_SECRET_ACCESS_KEY: optional(text),
  S3_FORCE_PATH_STYLE: or(flag, '0'),

  SENTRY_DSN: optional(
    text.refine((value) => readDsn(value) !== undefined, {
      error: 'a DSN such as https://key@reports.example.co.il/7',
    }),
  ),
} satisfies z.ZodRawShape

export const environment = z.object(ENVIRONMENT)
export type Environment = z.output<typeof environment>
