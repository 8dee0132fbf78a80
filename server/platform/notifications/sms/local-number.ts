/** `+972501234567` → `0501234567`; numbers of other countries keep their country code, without the plus. */
export const israeliNumber = (e164: string): string =>
  e164.startsWith('+972') ? `0${e164.slice(4)}` : e164.replace(/^\+/, '')
