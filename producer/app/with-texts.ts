import type { Namespace } from '@kartis/i18n/message-types.ts'
import { getI18n } from 'react-i18next'

/**
 * Loads the texts of a screen beside its script. A screen that waits for them only once it is rendered shows a placeholder,
 * which React leaves in place for 300 ms.
 */
export const withTexts = async <M>(script: Promise<M>, texts: Namespace): Promise<M> => {
  const [screen] = await Promise.all([script, getI18n().loadNamespaces(texts)])
  return screen
}
