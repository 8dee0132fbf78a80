import { resolve } from 'node:path'
import { type AllocationThreshold, withThresholds } from '@kartis/domain/allocation.ts'
import { z } from 'zod'
import { type Environment, environment } from './environment.ts'
import { type GatewaySettings, paymentSettings } from './gateway-settings.ts'
import {
  checkCombination,
  documentNeeds,
  documentWarnings,
  exposureRefusal,
  isLoopback,
  publicDefaultWarnings,
  settlementWarnings,
} from './settings-rules.ts'
import { SettingsError } from './settings-error.ts'

const sms = (env: Environment) => ({
  /** undefined: SMS stay in the outbox */
  provider: env.SMS_PROVIDER,
  sender: env.SMS_SENDER,
  /** of one SMS, in ten-thousandths of a shekel; undefined: no cost is shown */
  price: env.SMS_PRICE === undefined ? undefined : Math.round(Number(env.SMS_PRICE) * 10_000),
  /** another address of the same protocol, for tests and regional hosts */
  baseUrl: env.SMS_BASE_URL,
  s019: { username: env.SMS_019_USERNAME ?? '', token: env.SMS_019_TOKEN ?? '' },
  inforu: { username: env.INFORU_USERNAME ?? '', token: env.INFORU_TOKEN ?? '' },
  twilio: { accountSid: env.TWILIO_ACCOUNT_SID ?? '', authToken: env.TWILIO_AUTH_TOKEN ?? '' },
})

/** Play money is collected by the sandbox, which pays at once; a real acquirer pays the producer, in the next month. */
const settlement = (env: Environment) => {
  const isSandbox = env.PAYMENTS === 'sandbox'
  const days = env.ACQUIRER_DAYS ?? (isSandbox ? 'none' : '8')
  return {
    /** of accounts whose contract names none */
    mode: env.SETTLEMENT_MODE ?? (isSandbox ? ('platform' as const) : ('direct' as const)),
    /** phones of those who draft and approve payouts; empty: whoever the commands name */
    people: env.PAYOUT_PEOPLE?.split(',') ?? [],
    /** days of the month after a sale on which the acquirer pays; none: at once */
    acquirerDays: days === 'none' ? [] : days.split(',').map(Number),
    /** how it pays deals in instalments */
    acquirerInstallments: env.ACQUIRER_INSTALLMENTS ?? (isSandbox ? ('at_once' as const) : ('monthly' as const)),
    /** undefined codes: no bank file can be written */
    masav: {
      institution: env.MASAV_INSTITUTION,
      sender: env.MASAV_SENDER,
      letters: env.MASAV_LETTERS,
      order: env.MASAV_ORDER,
    },
  }
}

/** Who issues tax documents, and for statements from which day in Israel on; undefined: none are issued. */
const documentIssuer = (env: Environment, isDemo: boolean) => {
  if (documentNeeds(env)) return undefined
  const { ISSUER_NUMBER: number, ISSUER_NAME: name, ISSUER_ADDRESS: address, DOCUMENTS_FROM: fromDay } = env
  if (number !== undefined && name !== undefined && address !== undefined && fromDay !== undefined)
    return { party: { name, number, address }, fromDay }
  return isDemo ? DEMO_ISSUER : undefined
}

/** Issues the documents of the demo data, which are about play money. */
const DEMO_ISSUER = {
  party: { name: 'Kartis (הדגמה)', number: '515308203', address: 'דרך מנחם בגין 132, תל אביב-יפו' },
  fromDay: '2020-01-01',
}

/** Access to the Tax Authority's allocation numbers; undefined: the operator enters them. */
const taxAuthority = (env: Environment) =>
  env.ALLOCATION_URL === undefined
    ? undefined
    : {
        url: env.ALLOCATION_URL,
        tokenUrl: env.ALLOCATION_TOKEN_URL ?? '',
        clientId: env.ALLOCATION_CLIENT_ID ?? '',
        clientSecret: env.ALLOCATION_CLIENT_SECRET ?? '',
        refreshToken: env.ALLOCATION_REFRESH_TOKEN ?? '',
        softwareNumber: Number(env.ALLOCATION_SOFTWARE ?? 0),
      }

/** Thresholds of allocation numbers beside those of the law. */
const namedThresholds = (text: string): AllocationThreshold[] =>
  text.split(',').map((each) => ({ from: each.slice(0, 10), vatAbove: Number(each.slice(11)) * 100 }))

const trustProxy = (value: string): boolean | number | string =>
  /^\d$/.test(value) ? (value === '0' ? false : Number(value)) : value

type Payments = ReturnType<typeof paymentSettings>

const shape = (env: Environment, payments: Payments) => {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const isDemo = env.DEMO ?? env.NODE_ENV === 'development'
  return {
    mode: env.NODE_ENV,
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    /** absolute */
    dataDir: resolve(env.DATA_DIR),
    /** undefined: the embedded PostgreSQL in `dataDir` */
    databaseUrl: env.DATABASE_URL,
    /** PostgreSQL without the pooler, for jobs, migrations and commands */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    /** whether the pooler supports prepared statements */
    databasePrepares: env.DATABASE_PREPARED === 'on',
    /** a streaming replica for public reads */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    /** no slash at the end */
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    processes: env.WEB_CONCURRENCY,
    /** requests that one process handles in parallel; more are refused as overloaded */
    maxInFlight: env.MAX_IN_FLIGHT,
    /** new requests are refused while a quarter takes longer, in milliseconds; 0: only above `maxInFlight` */
    shedAboveMs: env.SHED_ABOVE_MS,
    demo: isDemo,
    rateLimits: env.RATE_LIMITS === 'on',
    logLevel: env.LOG_LEVEL,
    metrics: {
      /** the bearer token that /metrics requires */
      token: env.METRICS_TOKEN,
      /** without a token: served on this machine alone */
      open: env.NODE_ENV !== 'production' && isLoopback(env.HOST) && isLoopback(new URL(publicUrl).hostname),
    },
    trustProxy: trustProxy(env.TRUST_PROXY),
    /** the operator, named on the legal pages */
    operator: {
      name: env.OPERATOR_NAME,
      phone: env.OPERATOR_PHONE,
      email: env.OPERATOR_EMAIL,
      address: env.OPERATOR_ADDRESS,
      /** the accessibility coordinator's name; empty: the operator's own contact answers */
      coordinator: env.ACCESSIBILITY_COORDINATOR,
    },
    /** master keys, newest first; undefined: the key in `dataDir/keys` */
    key: env.KARTIS_KEY,
    /** agorot: above it another person than the one who prepared a refund run approves it */
    refundRuns: { secondPersonAbove: env.REFUND_RUN_ALONE * 100 },
    /** days before an event that are not rest days, within which a sale at the box office is not cancelled */
    cancellation: { boxOfficeDays: env.BOX_OFFICE_CANCELLATION_DAYS },
    /** days for the evidence of a dispute where the acquirer's notice names none */
    disputes: { days: env.DISPUTE_DAYS },
    /** undefined: errors are only logged */
    sentryDsn: env.SENTRY_DSN,
    /** whether spans are sent to an OpenTelemetry collector, which reads the variables itself */
    tracing:
      !env.OTEL_SDK_DISABLED &&
      env.OTEL_TRACES_EXPORTER === 'otlp' &&
      (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined,
    messages: {
      where: env.MESSAGES,
      sms: sms(env),
      email: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    },
    payments,
    settlement: settlement(env),
    documents: {
      issuer: documentIssuer(env, isDemo),
      /** What is missing of the settings of documents, with the setting that needs it; undefined: nothing. */
      problem: documentNeeds(env),
      taxAuthority: taxAuthority(env),
      allocation: {
        thresholds: withThresholds(
          env.ALLOCATION_THRESHOLDS === undefined ? [] : namedThresholds(env.ALLOCATION_THRESHOLDS),
        ),
        creditNotesFrom: env.ALLOCATION_CREDIT_NOTES_FROM,
      },
      /** PEM file with the key and the certificate that sign documents; undefined: they are not signed */
      certificate:
        env.DOCUMENT_CERTIFICATE === undefined
          ? undefined
          : { path: env.DOCUMENT_CERTIFICATE, password: env.DOCUMENT_CERTIFICATE_PASSWORD },
    },
    /** address of ClamAV's clamd; undefined: uploads are not scanned */
    clamd: env.CLAMD,
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
  /** Warnings about defaults that production should not have; printed at the start and by the doctor. */
  readonly warnings: readonly string[]
}

const parse = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  env: Readonly<Record<string, string | undefined>>,
): z.output<z.ZodObject<Shape>> => {
  const parsed = schema.safeParse(env)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SettingsError(`${String(issue?.path[0])} is wrong: it must be ${issue?.message}.`)
}

/**
 * Throws a `SettingsError` where a server with these settings would show its messages or sell for play money to others than
 * this machine. Checked by a server that is about to listen; commands run all the same.
 */
export const refuseExposure = (settings: Settings): void => {
  const refusal = exposureRefusal(settings)
  if (refusal) throw new SettingsError(refusal)
}

/**
 * Reads and checks the environment, with the variables of the payment gateways. Throws a `SettingsError` whose one line names
 * the first wrong variable.
 */
export const readSettings = (
  env: Readonly<Record<string, string | undefined>>,
  gateways: readonly GatewaySettings[],
): Settings => {
  const values = parse(environment, env)
  const gatewayValues = parse(z.object(Object.assign({}, ...gateways.map(({ variables }) => variables))), env)
  const wrong = checkCombination(values, gatewayValues, gateways)
  if (wrong) throw new SettingsError(wrong)
  return {
    ...shape(values, paymentSettings(values, gatewayValues, gateways)),
    warnings: [
      ...publicDefaultWarnings(env, values.NODE_ENV === 'production'),
      ...settlementWarnings(values),
      ...documentWarnings(values),
      ...[documentNeeds(values)].filter((line) => line !== undefined),
    ],
  }
}
