/** Mail providers of the product's countries, by their domains. */
const PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.il',
  'outlook.com',
  'outlook.co.il',
  'yahoo.com',
  'yahoo.co.il',
  'icloud.com',
  'walla.co.il',
  'walla.com',
  'bezeqint.net',
  'netvision.net.il',
  'zahav.net.il',
  'protonmail.com',
] as const

/** Real domains that differ from a provider by one letter, or are too short to be distinguished from a typing error. */
const OTHERS = ['mail.com', 'email.com', 'ymail.com', 'rocketmail.com', 'live.com', 'me.com', 'mac.com', 'msn.com']

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:con|cim|cpm|vom|xom|comm|cmo|ocm|coom|coim)$/, '.com'],
  [/\.(?:co\.li|co\.i|co\.ill|co\.ik|co\.ul|co\.ol|c\.il|coil|col\.il)$/, '.co.il'],
]

const fixedEnding = (domain: string): string =>
  ENDINGS.reduce((fixed, [wrong, right]) => fixed.replace(wrong, right), domain)

/** Whether one letter was left out, added or replaced, or two neighbours changed places. */
const isOneSlipFrom = (typed: string, right: string): boolean => {
  if (Math.abs(typed.length - right.length) > 1) return false
  const start = Array.from(right).findIndex((character, place) => character !== typed[place])
  const from = start === -1 ? right.length : start
  const [a, b] = [typed.slice(from), right.slice(from)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

/**
 * The address that was probably meant, where the domain looks like a typing error: `dana@gmial.con` → `dana@gmail.com`.
 * Undefined when there is nothing to offer. An offer only: the typed address may be right.
 */
export const suggestEmail = (text: string): string | undefined => {
  const [local, domain, ...others] = text.trim().split('@')
  if (!local || !domain || others.length > 0) return undefined
  const typed = domain.toLowerCase()
  const all: readonly string[] = [...PROVIDERS, ...OTHERS]
  if (all.includes(typed)) return undefined
  const fixed = fixedEnding(typed)
  const provider = all.includes(fixed) ? fixed : PROVIDERS.find((each) => isOneSlipFrom(fixed, each))
  const meant = provider ?? fixed
  return meant === typed ? undefined : `${local}@${meant}`
}
