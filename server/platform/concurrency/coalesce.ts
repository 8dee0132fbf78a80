/**
 * One making for all who ask for the same thing in the same turn of the event loop. It begins after the last of them has
 * asked, so that nobody's answer is older than the question.
 */
export const coalesce = <T>(make: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const gathering = new Map<string, Promise<T>>()
  return (key) => {
    const known = gathering.get(key)
    if (known) return known
    const made = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gathering.delete(key)
      return make(key)
    })
    gathering.set(key, made)
    return made
  }
}
