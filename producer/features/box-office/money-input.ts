/** Shekels as typed on a number pad, or undefined: at most two places, a comma is a point. */
export const readShekels = (text: string): number | undefined => {
  const typed = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{0,2})?$/.test(typed) ? Math.round(Number(typed) * 100) / 100 : undefined
}

/** What one gives for a sum: itself, the next tens, and the notes above it; each once, the smallest first. */
export const likelyNotes = (total: number): number[] => {
  const steps = [10, 50, 100, 200].map((note) => Math.ceil(total / note) * note)
  return [...new Set(steps)]
    .filter((sum) => sum > total)
    .toSorted((a, b) => a - b)
    .slice(0, 3)
}

/** The difference in whole agorot, so that 0.1 + 0.2 is 0.3. */
export const changeOf = (received: number, total: number): number =>
  (Math.round(received * 100) - Math.round(total * 100)) / 100
