import { INVITATION, PERSON } from './limits.ts'

// Latin, Hebrew and Arabic letters: names are in one of the product's languages.
const LETTERS = /[\p{L}&&[\p{Script=Latin}\p{Script=Hebrew}\p{Script=Arabic}]]/gv
// Letters, their vowel marks, spaces, apostrophes (geresh included) and hyphens (maqaf included).
const NAME = /^[[\p{L}&&[\p{Script=Latin}\p{Script=Hebrew}\p{Script=Arabic}]]\p{M} '’׳`\-‐־]+$/v

const letters = (text: string): number => text.match(LETTERS)?.length ?? 0

/** A first or last name: two letters or more; spaces, apostrophes and hyphens may stand between. */
export const isPersonName = (text: string): boolean => {
  const name = text.trim()
  return NAME.test(name) && letters(name) >= PERSON.minNameLetters
}

/** Whether a name is one word: it may be the whole one, or lack the last name. */
export const isSingleName = (name: string): boolean => !/\s/.test(name.trim())

/** A recipient's full name: at least two names, each of two letters or more. */
export const isRecipientName = (text: string): boolean => {
  const names = text.trim().split(/\s+/)
  return (
    names.length >= INVITATION.minNameWords &&
    names.every((name) => NAME.test(name) && letters(name) >= INVITATION.minWordLetters)
  )
}

const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i

/** Characters before the @ (RFC 5321, 4.5.3.1.1). Parts of a domain have up to 63. */
const MAX_LOCAL_PART = 64

/** An e-mail address: one @, a domain, and a top-level domain of two letters or more. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && text.indexOf('@') <= MAX_LOCAL_PART && EMAIL.test(text)

/** Trims the text and collapses runs of white space. */
export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ')

// Pictures with their colours and joiners. Numbers, which some of them contain, are none.
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0f]\u200d?/gv

/** The text without emoji, which address books and chats put beside names. */
export const withoutEmoji = (text: string): string => text.replace(EMOJI, '')

// Characters that a search ignores: vowel points and cantillation, geresh and gershayim in all their spellings, direction marks.
const IGNORED =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640'"’‘”“`´׳״\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069]/g

/** The form in which search terms and texts are compared. `צ׳יק`, `צ'יק` and `ציק` become equal. */
export const searchText = (text: string): string =>
  tidy(
    text
      .normalize('NFKC')
      .replace(IGNORED, '')
      .replace(/[-‐–—־_]/g, ' ')
      .toLowerCase(),
  )

/** Whether the text has no control character and no line break. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

/** Whether the text has no control characters other than line breaks and tabs. */
export const isPlainText = (text: string): boolean => !/[\p{Cc}--[\n\r\t]]/v.test(text)

// Embeddings, overrides and isolates turn the direction of everything behind them; the others join or separate words.
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\u180e\ufeff]/g
// A pointed Hebrew or Arabic letter has up to five marks; more are drawn over the lines above and below.
const TOO_MANY_MARKS = /(\p{M}{5})\p{M}+/gu
const NOTHING_VISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * The text without invisible characters that come from copied text and let a name pose as another, and with at most five marks
 * on a letter. Direction marks and joiners stay, which words need; a text of nothing else is empty.
 */
export const withoutInvisible = (text: string): string => {
  const cleaned = text.replace(HIDDEN, '').replace(TOO_MANY_MARKS, '$1')
  return NOTHING_VISIBLE.test(cleaned) ? '' : cleaned
}

// A dot between what may be a name and a top-level domain, in the spellings that browsers take for one.
const DOMAIN_DOT = /(?<=[\p{L}\p{N}])[.\u2024\u3002\uff0e\uff61](?=\p{L}{2})/gu
const IP_ADDRESS = /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/g

/**
 * The text with a space after each dot that could make an address of it (`evil.com/login`), so that no phone shows it as
 * a link. For names in an SMS, which people take for the installation's own words; `2.0` and dates stay.
 */
export const withoutAddresses = (text: string): string =>
  text
    .replaceAll('://', ' ')
    .replace(IP_ADDRESS, (address) => address.replaceAll('.', '. '))
    .replace(DOMAIN_DOT, '. ')

// What a phone shows as a link: a scheme, `www`, a name before a Latin or encoded top-level domain, an IP address.
const LINK = /:\/\/|\bwww[.\u3002]|[\p{L}\p{N}][.\u3002](?:[a-z]{2}|xn--)|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/iu
// A capitalised Latin word behind a dot, and nothing of a link behind it.
const DOTTED_NAME = /\.([A-Z][A-Za-z]+)(?![\w-]|[./?#:@]\S)/gu
const HEBREW_OR_ARABIC = /^[\p{Script=Hebrew}\p{Script=Arabic}]$/u
const PART_OF_ADDRESS = /^[\p{L}\p{N}\p{M}._@/-]$/u
// People write these with a capital letter as well, when they mean an address.
const COMMON_DOMAINS = new Set(['com', 'net', 'org', 'info', 'biz', 'co', 'il', 'me', 'tv', 'io'])
// An e-mail address or a link with a path of plain characters, whose host is captured. Addresses are whole words only: in
// `x@evil.com/login` and `user:x@evil.com` a phone finds a link.
const E_MAIL_OR_LINK =
  /(?<!\S)[\w.+-]+@[\w-]+(?:\.[\w-]+)+(?=[.,;!?)]*(?:\s|$))|(?<![\p{L}\p{N}._@/-])(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)*)(?::\d{1,5})?(?:[/?#][\w\-./?=&%#~]*|(?=[.,;:!?)]*(?:\s|$)))/giu

/** The text in which e-mail addresses and links to `host` are replaced by `allowed` and what is between them by `other`. */
const replaceAround = (
  text: string,
  host: string,
  allowed: (part: string) => string,
  other: (part: string) => string,
): string => {
  let [result, end] = ['', 0]
  for (const match of text.matchAll(E_MAIL_OR_LINK)) {
    const [found, linked] = match
    if (linked !== undefined && linked.toLowerCase() !== host.toLowerCase()) continue
    result += other(text.slice(end, match.index)) + allowed(found)
    end = match.index + found.length
  }
  return result + other(text.slice(end))
}

/** Whether the Hebrew or Arabic letters that end at `end` begin there, and no address does. */
const isHebrewBefore = (text: string, end: number): boolean => {
  let start = end
  while (HEBREW_OR_ARABIC.test(text.charAt(start - 1))) start -= 1
  return start < end && !PART_OF_ADDRESS.test(text.charAt(start - 1))
}

/** The text with a space behind the dot of names such as "נועה ב.Live". */
const separateNames = (text: string): string =>
  text.replace(DOTTED_NAME, (found, name: string, at: number) =>
    COMMON_DOMAINS.has(name.toLowerCase()) || !isHebrewBefore(text, at) ? found : `. ${name}`,
  )

/**
 * Whether the text has a link to another site than `host`. For what a producer writes in an SMS, which people take for the
 * installation's own; e-mail addresses are none, and neither are names such as "נועה ב.Live", which are sent with a space
 * (`withoutForeignAddresses`).
 */
export const hasForeignLink = (text: string, host: string): boolean =>
  LINK.test(replaceAround(text.normalize('NFKC'), host, () => ' ', separateNames))

/** The text as `withoutAddresses`, in which links to `host` and e-mail addresses stay. */
export const withoutForeignAddresses = (text: string, host: string): string =>
  replaceAround(text, host, (part) => part, withoutAddresses)

/** The text on one line without control characters, for texts that were stored before names were checked. */
export const asOneLine = (text: string): string =>
  withoutInvisible(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
