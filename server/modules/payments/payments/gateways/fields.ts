/** Texts and numbers of an object, of the given names only; arrays give their first element. */
export const pick = (source: unknown, names: readonly string[]): Record<string, string> => {
  if (typeof source !== 'object' || source === null) return {}
  const values = source as Record<string, unknown>
  return Object.fromEntries(names.flatMap((name) => field(values[name]).map((text) => [name, text] as const)))
}

const field = (value: unknown): string[] => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first !== 'string' && typeof first !== 'number') return []
  const text = String(first).trim()
  return text === '' || text.length > 500 ? [] : [text]
}
