import { isRefusal } from '@kartis/domain/refusal.ts'
import { createWorkerThread } from '../../../platform/concurrency/worker-thread.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import { cleanRichText } from './rich-text.ts'

/** Characters up to which a description is sanitised at once: some three milliseconds at worst. */
const AT_ONCE = 4000

/** Sanitises a description of an account's event. Throws `overloaded` as a `RefusalError` where too many wait. */
export type CleanDescription = (html: string, accountId: string) => Promise<string>

/** Sanitises long descriptions in a thread of its own: forty thousand characters of attributes take tens of milliseconds. */
export const createDescriptionCleaner = (): {
  readonly clean: CleanDescription
  readonly close: () => Promise<void>
} => {
  const thread = createWorkerThread<string, string>(new URL('./rich-text-thread.ts', import.meta.url))
  return {
    clean: async (html, accountId) => {
      if (html.length <= AT_ONCE) return cleanRichText(html)
      const clean = await thread.run(html, { holder: accountId })
      if (isRefusal(clean)) throw new RefusalError(clean)
      return clean
    },
    close: thread.close,
  }
}
