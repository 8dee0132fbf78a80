import { resolve } from 'node:path'
import { z } from 'zod'
import { parseMasterKeys } from './keys.ts'
import { checkTogether } from './settings-rules.ts'

/** A wrong environment. Its message is one line for the person at the terminal: the variable and what is allowed. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

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
  PUBLIC_URL: optional(web),
  WEB_CONCURRENCY: or(whole(1, 64), '1'),
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
} satisfies z.ZodRawShape

const environment = z.object(ENVIRONMENT)
export type Environment = z.output<typeof environment>

const sms = (env: Environment) => ({
  /** undefined: SMS stay in the outbox */
  provider: env.SMS_PROVIDER,
  sender: env.SMS_SENDER,
  /** another address of the same protocol, for tests and regional hosts */
  baseUrl: env.SMS_BASE_URL,
  s019: { username: env.SMS_019_USERNAME ?? '', token: env.SMS_019_TOKEN ?? '' },
  inforu: { username: env.INFORU_USERNAME ?? '', token: env.INFORU_TOKEN ?? '' },
  twilio: { accountSid: env.TWILIO_ACCOUNT_SID ?? '', authToken: env.TWILIO_AUTH_TOKEN ?? '' },
})

const payments = (env: Environment, publicUrl: string) => {
  const sandbox = `${publicUrl}/sandbox/tranzila`
  return {
    gateway: env.PAYMENTS,
    tranzila: {
      terminal: env.TRANZILA_TERMINAL ?? 'kartis',
      appKey: env.TRANZILA_APP_KEY ?? 'sandbox',
      secret: env.TRANZILA_SECRET ?? 'sandbox',
      /** TranzilaPW: only the first version of the handshake asks for it */
      password: env.TRANZILA_PW ?? 'sandbox',
      handshake: env.TRANZILA_HANDSHAKE,
      /** the user-defined field that carries our payment id */
      referenceField: env.TRANZILA_REFERENCE_FIELD,
      apiUrl: env.PAYMENTS === 'sandbox' ? sandbox : env.TRANZILA_API_URL,
      reportUrl: env.PAYMENTS === 'sandbox' ? sandbox : env.TRANZILA_REPORT_URL,
      iframeUrl: env.PAYMENTS === 'sandbox' ? sandbox : env.TRANZILA_IFRAME_URL,
    },
  }
}

const trustProxy = (value: string): boolean | number | string =>
  /^\d$/.test(value) ? (value === '0' ? false : Number(value)) : value

const shape = (env: Environment) => {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    mode: env.NODE_ENV,
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    /** absolute */
    dataDir: resolve(env.DATA_DIR),
    /** undefined: the embedded PostgreSQL in `dataDir` */
    databaseUrl: env.DATABASE_URL,
    /** no slash at the end */
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    processes: env.WEB_CONCURRENCY,
    demo: env.DEMO ?? env.NODE_ENV === 'development',
    rateLimits: env.RATE_LIMITS === 'on',
    logLevel: env.LOG_LEVEL,
    trustProxy: trustProxy(env.TRUST_PROXY),
    /** who runs this installation: the legal pages name them */
    operator: {
      name: env.OPERATOR_NAME,
      phone: env.OPERATOR_PHONE,
      email: env.OPERATOR_EMAIL,
      address: env.OPERATOR_ADDRESS,
    },
    /** master keys, newest first; undefined: the key in `dataDir/keys` */
    key: env.KARTIS_KEY,
    messages: {
      where: env.MESSAGES,
      sms: sms(env),
      email: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    },
    payments: payments(env, publicUrl),
    files: {
      where: env.FILES,
      s3: {
        bucket: env.S3_BUCKET ?? '',
        region: env.S3_REGION,
        endpoint: env.S3_ENDPOINT,
        accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
        forcePathStyle: env.S3_FORCE_PATH_STYLE,
      },
    },
  }
}

export type Settings = Readonly<ReturnType<typeof shape>>

/** Reads and checks the environment. Throws a `SettingsError` whose one line names the first wrong variable. */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingsError(`${String(issue?.path[0])} is wrong: it must be ${issue?.message}.`)
  }
  const wrong = checkTogether(parsed.data)
  if (wrong) throw new SettingsError(wrong)
  return shape(parsed.data)
}
