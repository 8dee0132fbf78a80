import type { Agorot } from '@kartis/domain/money.ts'

/** 1234 -> '12.34', with integer arithmetic only. */
export const wireSum = (amount: Agorot): string => {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError('a sum on the wire is a whole number of agorot')
  const agorot = String(amount % 100).padStart(2, '0')
  return `${(amount - (amount % 100)) / 100}.${agorot}`
}

/** '12.34', '12.3', '12' or 12.34 -> agorot; undefined for anything else. */
export const readSum = (value: unknown): Agorot | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const parts = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(value).trim())
  if (!parts) return undefined
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}
