import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino'
import type { Settings } from '../config/settings.ts'

export type Logger = PinoLogger

/** Fields whose values are never logged, at the first three levels of any object. */
const SECRET_FIELDS = [
  'code',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'cookie',
  'password',
  'secret',
  'card_number',
  'cvv',
  'expiry',
  'holder_id',
  'id_number',
  'tax_id',
  'account_number',
  'bank_account_number',
  'thtk',
]
const PERSONAL_FIELDS = ['phone', 'phone_number', 'contact_phone', 'buyer_phone', 'email', 'buyer_email', 'to']

const atThreeLevels = (fields: readonly string[]): string[] =>
  fields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

const HEADERS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-order-token"]',
  'res.headers["set-cookie"]',
]

/** Where PostgreSQL quotes the values of the row that it refused. */
const DATABASE_VALUES = ['err.detail', 'err.where', 'err.cause.detail', 'err.cause.where']

/** Keeps the last digits of a phone or the first letter of an e-mail address: enough to follow a case, not to identify a person. */
const mask = (value: unknown): string => {
  const text = String(value)
  if (text.includes('@')) return `${text.slice(0, 1)}…@…`
  return text.length > 4 ? `…${text.slice(-3)}` : '…'
}

const personal = new Set(PERSONAL_FIELDS)
/** One-time codes are digits and ticket codes are long; codes of refusals and errors are neither, and are logged. */
const isPublicCode = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 40 && !/^\d{6,}$/.test(value)

const censor = (value: unknown, path: readonly unknown[]): unknown => {
  const name = path.at(-1)
  if (value === null || value === undefined) return value
  if (typeof name === 'string' && personal.has(name)) return mask(value)
  return name === 'code' && isPublicCode(value) ? value : '[hidden]'
}

/** Settings of the log; `payments` names further fields that it hides. */
type LogSettings = Pick<Settings, 'production' | 'logLevel'> & {
  readonly payments?: Pick<Settings['payments'], 'secretFields'>
}

/** JSON lines in production, readable lines in development. */
export const openLog = (settings: LogSettings, to?: DestinationStream): Logger => {
  const options = {
    level: settings.logLevel,
    base: { app: 'kartis' },
    redact: {
      paths: [
        ...atThreeLevels([...SECRET_FIELDS, ...(settings.payments?.secretFields ?? []), ...PERSONAL_FIELDS]),
        ...HEADERS,
        ...DATABASE_VALUES,
      ],
      censor,
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (to) return pino(options, to)
  if (settings.production) return pino(options)
  return pino({
    ...options,
    transport: {
      target: 'pino-pretty',
      options: { ignore: 'pid,hostname,app', translateTime: 'HH:MM:ss', singleLine: true },
    },
  })
}
