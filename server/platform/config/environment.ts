import { readDsn } from '@kartis/contract/error-report.ts'
import { isIsraeliId } from '@kartis/domain/israeli-id.ts'
import { CANCELLATION, PAYMENT_OFFER } from '@kartis/domain/limits.ts'
import { INSTALLMENT_PAYMENTS } from '@kartis/domain/settlement.ts'
import { isCalendarDay } from '@kartis/domain/zone.ts'
import { z } from 'zod'
import { parseMasterKeys } from '../security/keys.ts'

const unset = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? undefined : value)
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional())
export const withDefault = <T extends z.ZodType>(schema: T, fallback: NonNullable<z.input<T>>) =>
  z.preprocess((value) => unset(value) ?? fallback, schema)

const whole = (min: number, max: number) =>
  z.coerce.number({ error: `a whole number from ${min} to ${max}` }).pipe(
    z
      .int({ error: `a whole number from ${min} to ${max}` })
      .min(min, { error: `a whole number from ${min} to ${max}` })
      .max(max, { error: `a whole number from ${min} to ${max}` }),
  )
export const oneOf = <const T extends readonly [string, ...string[]]>(...names: T) =>
  z.enum(names, { error: names.length === 2 ? `${names[0]} or ${names[1]}` : `one of ${names.join(', ')}` })
const flag = z
  .enum(['1', '0', 'true', 'false'], { error: '1 or 0' })
  .transform((value) => value === '1' || value === 'true')
const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)), {
    error: `a URL that begins with ${protocols.map((name) => `${name}://`).join(' or ')}`,
  })
export const webUrl = url('http', 'https').transform((value) => value.replace(/(?<!\/)\/+$/, ''))
export const text = z.string()
const areMasterKeys = (value: string): boolean => {
  try {
    return parseMasterKeys(value).length > 0
  } catch {
    return false
  }
}

/**
 * Every variable of Kartis with its allowed values, except those of payment gateways. `.env.example` documents the same
 * variables; a test compares the two.
 */
export const ENVIRONMENT = {
  NODE_ENV: withDefault(oneOf('development', 'production', 'test'), 'development'),
  PORT: withDefault(whole(1, 65_535), '3000'),
  HOST: withDefault(text, '127.0.0.1'),
  DATA_DIR: withDefault(text, './data'),
  DATABASE_URL: optional(url('postgres', 'postgresql')),
  DATABASE_DIRECT_URL: optional(url('postgres', 'postgresql')),
  DATABASE_PREPARED: withDefault(oneOf('on', 'off'), 'on'),
  DATABASE_REPLICA_URL: optional(url('postgres', 'postgresql')),
  PUBLIC_URL: optional(webUrl),
  WEB_CONCURRENCY: withDefault(whole(1, 64), '1'),
  MAX_IN_FLIGHT: withDefault(whole(10, 100_000), '2000'),
  SHED_ABOVE_MS: withDefault(whole(0, 60_000), '1000'),
  DEMO: optional(flag),
  RATE_LIMITS: withDefault(oneOf('on', 'off'), 'on'),
  LOG_LEVEL: withDefault(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
  METRICS_TOKEN: optional(text.regex(/^[\x21-\x7e]{16,200}$/, { error: '16 to 200 characters without blanks' })),
  TRUST_PROXY: withDefault(
    text.regex(/^(0|[1-9]|[0-9a-f.:/, ]+|loopback)$/i, { error: 'a number of proxies, or their addresses' }),
    '0',
  ),
  KARTIS_KEY: optional(
    text.refine(areMasterKeys, {
      error: '32 random bytes in base64 (openssl rand -base64 32)',
    }),
  ),

  OPERATOR_NAME: withDefault(text, 'Kartis'),
  OPERATOR_PHONE: withDefault(text, ''),
  OPERATOR_EMAIL: withDefault(text, 'help@kartis.local'),
  OPERATOR_ADDRESS: withDefault(text, ''),
  ACCESSIBILITY_COORDINATOR: withDefault(text, ''),
  REFUND_RUN_ALONE: withDefault(whole(0, 20_000_000), '20000'),
  ISSUER_NUMBER: optional(text.refine(isIsraeliId, { error: 'a business number of nine digits' })),
  ISSUER_NAME: optional(text),
  ISSUER_ADDRESS: optional(text),
  DOCUMENT_CERTIFICATE: optional(text),
  DOCUMENT_CERTIFICATE_PASSWORD: optional(text),
  DOCUMENTS_FROM: optional(text.refine(isCalendarDay, { error: 'a day such as 2026-12-01' })),
  ALLOCATION_URL: optional(webUrl),
  ALLOCATION_TOKEN_URL: optional(webUrl),
  ALLOCATION_CLIENT_ID: optional(text),
  ALLOCATION_CLIENT_SECRET: optional(text),
  ALLOCATION_REFRESH_TOKEN: optional(text),
  ALLOCATION_SOFTWARE: optional(text.regex(/^\d{1,8}$/, { error: 'at most eight digits' })),
  /** Beside those of the law, as `day:shekels of VAT`, separated by commas. */
  ALLOCATION_THRESHOLDS: optional(
    text.refine(
      (value) =>
        value.split(',').every((each) => isCalendarDay(each.slice(0, 10)) && /^:\d{1,6}$/.test(each.slice(10))),
      { error: 'day:shekels of VAT, separated by commas, such as 2027-01-01:450' },
    ),
  ),
  ALLOCATION_CREDIT_NOTES_FROM: optional(text.refine(isCalendarDay, { error: 'a day such as 2027-01-01' })),
  DISPUTE_DAYS: withDefault(whole(1, 90), '10'),
  BOX_OFFICE_CANCELLATION_DAYS: withDefault(whole(0, 60), String(CANCELLATION.workingDaysBeforeEvent)),

  MESSAGES: withDefault(oneOf('outbox', 'live'), 'outbox'),
  SMS_PROVIDER: optional(oneOf('019', 'inforu', 'twilio')),
  SMS_SENDER: withDefault(text.regex(/^[A-Za-z0-9+ ]{3,16}$/, { error: '3 to 16 Latin letters or digits' }), 'Kartis'),
  SMS_PRICE: optional(
    text.regex(/^\d{1,2}(\.\d{1,4})?$/, { error: 'shekels for one SMS, with at most four decimal places' }),
  ),
  SMS_BASE_URL: optional(webUrl),
  SMS_019_USERNAME: optional(text),
  SMS_019_TOKEN: optional(text),
  INFORU_USERNAME: optional(text),
  INFORU_TOKEN: optional(text),
  TWILIO_ACCOUNT_SID: optional(text),
  TWILIO_AUTH_TOKEN: optional(text),
  SMTP_URL: optional(url('smtp', 'smtps')),
  MAIL_FROM: withDefault(
    text.regex(/@/, { error: 'an e-mail address, with or without a name' }),
    'Kartis <tickets@kartis.local>',
  ),

  /** `sandbox`, or the name of a registered gateway; `readSettings` checks which. */
  PAYMENTS: withDefault(text, 'sandbox'),
  /** What the payment pages of the installation's terminal offer; in the sandbox all of it. */
  PAYMENT_INSTALLMENTS: optional(whole(1, PAYMENT_OFFER.maxInstallments)),
  PAYMENT_MIN_INSTALLMENT: withDefault(whole(0, 10_000), '50'),
  PAYMENT_BIT: optional(oneOf('on', 'off')),
  /** Refusals of refunds that mean an empty terminal, as `gateway:code`, separated by commas. */
  REFUND_EMPTY_CODES: optional(
    text.regex(/^[a-z]+:[^,:]{1,100}(,[a-z]+:[^,:]{1,100})*$/, { error: 'gateway:code, separated by commas' }),
  ),
  /** The gateway that `PAYMENTS=sandbox` simulates for the installation. */
  SANDBOX_GATEWAY: optional(text),

  MASAV_INSTITUTION: optional(text.regex(/^\d{8}$/, { error: 'eight digits' })),
  MASAV_SENDER: optional(text.regex(/^\d{5}$/, { error: 'five digits' })),
  MASAV_LETTERS: withDefault(oneOf('a', 'b'), 'a'),
  MASAV_ORDER: withDefault(oneOf('reversed', 'logical'), 'reversed'),
  SETTLEMENT_MODE: optional(oneOf('direct', 'aggregated', 'platform')),
  PAYOUT_PEOPLE: optional(
    text.regex(/^\+\d{8,15}(,\+\d{8,15})*$/, { error: 'phones such as +972501234567, separated by commas' }),
  ),
  ACQUIRER_DAYS: optional(
    text.regex(/^(none|(0?[1-9]|1\d|2[0-8])(,(0?[1-9]|1\d|2[0-8]))*)$/, {
      error: 'none, or days of a month from 1 to 28 separated by commas, such as 2,8',
    }),
  ),
  ACQUIRER_INSTALLMENTS: optional(oneOf(...INSTALLMENT_PAYMENTS)),

  CLAMD: optional(text.regex(/^(unix:\/.+|[^:\s]+:\d{1,5})$/, { error: 'unix:/path/to/clamd.sock or host:port' })),
  FILES: withDefault(oneOf('disk', 's3'), 'disk'),
  S3_BUCKET: optional(text),
  S3_REGION: withDefault(text, 'us-east-1'),
  S3_ENDPOINT: optional(webUrl),
  S3_ACCESS_KEY_ID: optional(text),
  S3_SECRET_ACCESS_KEY: optional(text),
  S3_FORCE_PATH_STYLE: withDefault(flag, '0'),

  SENTRY_DSN: optional(
    text.refine((value) => readDsn(value) !== undefined, {
      error: 'a DSN such as https://key@reports.example.co.il/7',
    }),
  ),

  OTEL_EXPORTER_OTLP_ENDPOINT: optional(webUrl),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(webUrl),
  OTEL_TRACES_EXPORTER: withDefault(oneOf('otlp', 'none'), 'otlp'),
  OTEL_SDK_DISABLED: withDefault(flag, '0'),
} satisfies z.ZodRawShape

export const environment = z.object(ENVIRONMENT)
export type Environment = z.output<typeof environment>
