import type { Lang } from '@kartis/i18n/lang.ts'
import type { SandboxDb } from './transactions.ts'

/** What every simulated gateway needs of the server on which it runs. */
export interface SimulatorOptions {
  readonly db: SandboxDb
  /** Path of the simulator, without a slash at the end: `/sandbox/<gateway>`. */
  readonly prefix: string
  /** The public address of the shop: webhooks and returns go nowhere else. */
  readonly publicUrl: string
  /** The simulator's own public address, where it is not the shop's. */
  readonly ownUrl?: string
  readonly now: () => Date
  /** When a terminal last deposited its charges with the card companies, besides every midnight; undefined: not since then. */
  readonly depositedAt?: () => Date | undefined
  readonly fetch: typeof fetch
  /** Milliseconds between polls for late webhooks; 0: never (a test delivers them itself). */
  readonly pollMs: number
}

/** `lang` as gateways spell languages. */
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
