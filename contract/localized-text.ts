import { z } from 'zod'

/** Texts in the languages beside Hebrew, each field optional: `{en: {name}, ar: {name}}`. What Arabic lacks is read in English, what both lack in Hebrew. */
export const textsWith = <F extends z.ZodRawShape>(fields: F) => {
  const own = z.strictObject(fields).partial()
  return z.strictObject({ en: own.optional(), ar: own.optional() })
}
