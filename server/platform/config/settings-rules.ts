import { parseMasterKeys } from '../security/keys.ts'
import type { Environment } from './environment.ts'
import type { GatewaySettings } from './gateway-settings.ts'

/** The key that documentation and examples show. Anyone can read it, so production refuses it. */
export const EXAMPLE_KEY = Buffer.from('kartis-development-key-not-safe!').toString('base64')

const needs = (env: Environment, because: string, ...names: (keyof Environment)[]): string | undefined => {
  const missing = names.find((name) => env[name] === undefined)
  return missing && `${missing} is missing: ${because} needs it.`
}

const SMS_NEEDS = {
  '019': ['SMS_019_USERNAME', 'SMS_019_TOKEN'],
  inforu: ['INFORU_USERNAME', 'INFORU_TOKEN'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
} as const

const namesOf = (gateways: readonly GatewaySettings[]): string[] => gateways.map(({ name }) => name)

/** The example key, or bytes that are not random. */
const isWeak = (key: Uint8Array): boolean =>
  Buffer.from(key).toString('base64') === EXAMPLE_KEY || new Set(key).size < 12

const production = (env: Environment, gateways: readonly GatewaySettings[]): string | undefined => {
  if (env.MESSAGES === 'outbox') return 'MESSAGES is wrong: production must send for real, it must be live.'
  if (env.PAYMENTS === 'sandbox')
    return `PAYMENTS is wrong: production must charge for real, it must be ${namesOf(gateways).join(' or ')}.`
  if (env.RATE_LIMITS === 'off') return 'RATE_LIMITS is wrong: in production it must be on.'
  if (env.DEMO) return 'DEMO is wrong: in production it must be 0.'
  if (!env.KARTIS_KEY) return 'KARTIS_KEY is missing: production needs a secret of its own (openssl rand -base64 32).'
  if (parseMasterKeys(env.KARTIS_KEY).some(isWeak)) {
    return 'KARTIS_KEY is wrong: a development secret is not safe in production, it must be 32 random bytes in base64 (openssl rand -base64 32).'
  }
  if (!env.PUBLIC_URL)
    return 'PUBLIC_URL is missing: production needs the address that people see, such as https://tickets.example.co.il.'
  return env.PUBLIC_URL.startsWith('https:')
    ? undefined
    : 'PUBLIC_URL is wrong: production needs https, since people sign in there; it must begin with https://.'
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a host name or an address is reached from this machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** What a server must not do for strangers: show every message, or take play money for tickets. One line, or undefined. */
export const exposureRefusal = (settings: {
  readonly host: string
  readonly publicUrl: string
  readonly messages: { readonly where: string }
  readonly payments: { readonly mode: string }
}): string | undefined => {
  const { hostname } = new URL(settings.publicUrl)
  const wrong = !isLoopback(settings.host) ? 'HOST' : !isLoopback(hostname) ? 'PUBLIC_URL' : undefined
  if (!wrong) return undefined
  const open = `${wrong} is wrong: others can reach ${wrong === 'HOST' ? settings.host : hostname}, and`
  if (settings.messages.where === 'outbox')
    return `${open} MESSAGES=outbox shows everybody's codes; set MESSAGES=live, or stay on 127.0.0.1 and localhost.`
  if (settings.payments.mode === 'sandbox')
    return `${open} PAYMENTS=sandbox sells for play money; set a real gateway, or stay on 127.0.0.1 and localhost.`
  return undefined
}

/** Variables that visitors see, with the consequence of their defaults, which exist for a first look only. */
const PUBLIC_DEFAULTS = {
  OPERATOR_NAME: 'the legal pages name the software instead of who runs it',
  OPERATOR_PHONE: 'the legal pages show no telephone',
  OPERATOR_EMAIL: 'the legal pages send people to an address that nobody reads',
  OPERATOR_ADDRESS: 'the legal pages show no address',
  MAIL_FROM: 'e-mail leaves from an address that does not exist',
} as const

/** Warnings about defaults that visitors of a production installation would see, one line each. */
export const publicDefaultWarnings = (
  raw: Readonly<Record<string, string | undefined>>,
  production: boolean,
): string[] =>
  production
    ? Object.entries(PUBLIC_DEFAULTS).flatMap(([name, consequence]) =>
        raw[name]?.trim() ? [] : [`${name} is not set: ${consequence}.`],
      )
    : []

/** Collecting the money of others is a business that the law licenses. One line, in production. */
export const settlementWarnings = ({ NODE_ENV, SETTLEMENT_MODE, PAYOUT_PEOPLE }: Environment): string[] =>
  NODE_ENV === 'production' && SETTLEMENT_MODE === 'platform'
    ? [
        'SETTLEMENT_MODE=platform collects money for others: since 2024-06-06 that needs a licence of the Israel Securities Authority or an exemption; ask a lawyer, or set direct.',
        ...(PAYOUT_PEOPLE === undefined
          ? ['PAYOUT_PEOPLE is not set: no payout can be approved; name the phones of at least two of your people.']
          : []),
      ]
    : []

/** What is not signed cannot be sent in place of paper. One line, where documents are issued in production. */
export const documentWarnings = ({ NODE_ENV, ISSUER_NUMBER, DOCUMENT_CERTIFICATE }: Environment): string[] =>
  NODE_ENV === 'production' && ISSUER_NUMBER !== undefined && DOCUMENT_CERTIFICATE === undefined
    ? ['DOCUMENT_CERTIFICATE is not set: tax documents are not signed and say so; hand their originals over on paper.']
    : []

/**
 * The companions of an issuer of documents, and of the Tax Authority's interface. What issues and exports documents refuses
 * without them; commands that have nothing to do with documents go on.
 */
export const documentNeeds = (env: Environment): string | undefined =>
  (env.ISSUER_NUMBER && needs(env, 'ISSUER_NUMBER', 'ISSUER_NAME', 'ISSUER_ADDRESS', 'DOCUMENTS_FROM')) ||
  (env.ALLOCATION_URL &&
    needs(
      env,
      'ALLOCATION_URL',
      'ISSUER_NUMBER',
      'ALLOCATION_TOKEN_URL',
      'ALLOCATION_CLIENT_ID',
      'ALLOCATION_CLIENT_SECRET',
      'ALLOCATION_REFRESH_TOKEN',
      'ALLOCATION_SOFTWARE',
    )) ||
  undefined

/** Rules that need several variables: missing companions, and what production refuses. One line, or undefined. */
export const checkCombination = (
  env: Environment,
  gatewayValues: Readonly<Record<string, unknown>>,
  gateways: readonly GatewaySettings[],
): string | undefined => {
  const allowed = ['sandbox', ...namesOf(gateways)]
  if (!allowed.includes(env.PAYMENTS)) return `PAYMENTS is wrong: it must be ${allowed.join(' or ')}.`
  const simulated = namesOf(gateways.filter(({ hasSandbox }) => hasSandbox))
  if (env.SANDBOX_GATEWAY !== undefined && !simulated.includes(env.SANDBOX_GATEWAY))
    return `SANDBOX_GATEWAY is wrong: it must be ${simulated.join(' or ')}.`
  if (env.NODE_ENV === 'production') {
    const wrong = production(env, gateways)
    if (wrong) return wrong
  }
  if (env.MESSAGES === 'live') {
    const wrong =
      needs(env, 'MESSAGES=live', 'SMS_PROVIDER', 'SMTP_URL') ??
      (env.SMS_PROVIDER && needs(env, `SMS_PROVIDER=${env.SMS_PROVIDER}`, ...SMS_NEEDS[env.SMS_PROVIDER]))
    if (wrong) return wrong
  }
  const missing = gateways.find(({ name }) => name === env.PAYMENTS)?.missingVariableError(gatewayValues)
  if (missing) return missing
  if (env.DATABASE_DIRECT_URL || env.DATABASE_REPLICA_URL) {
    const wrong = needs(env, 'DATABASE_DIRECT_URL or DATABASE_REPLICA_URL', 'DATABASE_URL')
    if (wrong) return wrong
  }
  return env.FILES === 's3'
    ? needs(env, 'FILES=s3', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY')
    : undefined
}
