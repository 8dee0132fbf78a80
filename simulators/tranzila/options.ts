import type { Lang } from '@kartis/i18n/lang.ts'
import type { SandboxDb } from './queries.ts'

export interface SandboxOptions {
  readonly db: SandboxDb
  /** Path of the simulator, without a slash at the end: `/sandbox/tranzila`. */
  readonly prefix: string
  readonly credentials: {
    readonly terminal: string
    readonly appKey: string
    readonly secret: string
    readonly password: string
  }
  /** The public address of the shop: notifies and returns go nowhere else. */
  readonly publicUrl: string
  readonly now: () => Date
  readonly fetch: typeof fetch
  /** Names of the terminal's user-defined fields, in order: user_defined_1, user_defined_2 … */
  readonly userFields: readonly string[]
  /** Milliseconds between polls for late notifies; 0: never (a test delivers them itself). */
  readonly pollMs: number
}

/** `lang` as the gateway spells languages. */
export const pageLang = (lang: string | undefined): Lang => {
  if (lang === 'us' || lang === 'en') return 'en'
  return lang === 'ar' ? 'ar' : 'he'
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether the simulator may call or redirect to a URL. A real gateway goes anywhere; a simulator on a public server must not
 * be an open redirect or proxy.
 */
export const mayReach = (publicUrl: string, address: string | undefined): boolean => {
  if (!address || !URL.canParse(address)) return false
  const [home, there] = [new URL(publicUrl), new URL(address)]
  if (there.protocol !== 'http:' && there.protocol !== 'https:') return false
  return there.origin === home.origin || (LOOPBACK.has(home.hostname) && LOOPBACK.has(there.hostname))
}
