/** What a link dials of a phone as somebody wrote it: its first number. Undefined where that cannot be said. */
export const dialledPhone = (text: string): string | undefined => {
  const [written = ''] = /[+*]?\d[\d\s\-\u2010-\u2014\u05be]*/.exec(text) ?? []
  const dialled = written.replace(/[^\d+*]/g, '')
  return dialled.length > 4 ? dialled : undefined
}
