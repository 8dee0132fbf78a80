const agorot = (shekels: number): number => Math.round(shekels * 100)

/**
 * The rate of a fee in percent: the contract's if it explains the fee within one agora, else the effective rate,
 * because a paid report keeps the contract of its day.
 */
export const rateOf = (fee: number, sales: number, contractPercent: number | undefined): number | undefined => {
  if (agorot(sales) === 0) return contractPercent
  const byContract = contractPercent === undefined ? undefined : (agorot(sales) * contractPercent) / 100
  if (byContract !== undefined && Math.abs(byContract - agorot(fee)) <= 1) return contractPercent
  return Math.round((agorot(fee) / agorot(sales)) * 10_000) / 100
}
