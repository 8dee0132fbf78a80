import { resolve } from 'node:path'
import { type Environment, environment } from './environment.ts'
import { checkTogether, unsaid } from './settings-rules.ts'

/** A wrong environment. Its message is one line for the person at the terminal: the variable and what is allowed. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

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
    /** past a pooler in transaction mode, straight to PostgreSQL: for jobs, migrations and operator's commands */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    /** whether that pooler keeps prepared statements */
    databasePrepares: env.DATABASE_PREPARED === 'on',
    /** a streaming replica for what the public reads */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    /** no slash at the end */
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    processes: env.WEB_CONCURRENCY,
    /** requests under way in one process; past it callers are told to come back */
    maxInFlight: env.MAX_IN_FLIGHT,
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
    /** undefined: faults are only logged */
    sentryDsn: env.SENTRY_DSN,
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

export type Settings = Readonly<ReturnType<typeof shape>> & {
  /** Lines about defaults that production should not have; told at the start and by the doctor. */
  readonly warnings: readonly string[]
}

/** Reads and checks the environment. Throws a `SettingsError` whose one line names the first wrong variable. */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingsError(`${String(issue?.path[0])} is wrong: it must be ${issue?.message}.`)
  }
  const wrong = checkTogether(parsed.data)
  if (wrong) throw new SettingsError(wrong)
  return { ...shape(parsed.data), warnings: unsaid(env, parsed.data.NODE_ENV === 'production') }
}
