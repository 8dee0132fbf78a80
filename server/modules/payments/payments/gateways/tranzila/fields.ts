/** Texts and numbers of an object by the names asked for; everything else is left where it came from. */
export const pick = (source: unknown, names: readonly string[]): Record<string, string> => {
  if (typeof source !== 'object' || source === null) return {}
  const values = source as Record<string, unknown>
  return Object.fromEntries(names.flatMap((name) => field(values[name]).map((text) => [name, text] as const)))
}

const field = (value: unknown): string[] => {
  const one: unknown = Array.isArray(value) ? value[0] : value
  if (typeof one !== 'string' && typeof one !== 'number') return []
  const text = String(one).trim()
  return text === '' || text.length > 500 ? [] : [text]
}
