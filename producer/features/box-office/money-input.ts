/** Parses shekels typed on a number pad; undefined for no amount. At most two decimals; a comma is a decimal point. */
export const readShekels = (text: string): number | undefined => {
  const typed = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{0,2})?$/.test(typed) ? Math.round(Number(typed) * 100) / 100 : undefined
}

/** Up to three likely cash amounts above a total: rounded up to 10, 50, 100 and 200, ascending. */
export const likelyNotes = (total: number): number[] => {
  const steps = [10, 50, 100, 200].map((note) => Math.ceil(total / note) * note)
  return [...new Set(steps)]
    .filter((sum) => sum > total)
    .toSorted((a, b) => a - b)
    .slice(0, 3)
}

/** Change in shekels, computed in agorot; negative if too little was received. */
export const changeOf = (received: number, total: number): number =>
  (Math.round(received * 100) - Math.round(total * 100)) / 100
