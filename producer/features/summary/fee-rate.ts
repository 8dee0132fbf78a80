const agorot = (shekels: number): number => Math.round(shekels * 100)

/**
 * The rate a fee was taken at, in percent points: the contract's where it explains the fee (to the agora of rounding),
 * else what it comes to, since a report that was paid out keeps the contract of its day.
 */
export const rateOf = (fee: number, sales: number, contractPercent: number | undefined): number | undefined => {
  if (agorot(sales) === 0) return contractPercent
  const byContract = contractPercent === undefined ? undefined : (agorot(sales) * contractPercent) / 100
  if (byContract !== undefined && Math.abs(byContract - agorot(fee)) <= 1) return contractPercent
  return Math.round((agorot(fee) / agorot(sales)) * 10_000) / 100
}
