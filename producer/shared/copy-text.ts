import { showToast } from '@kartis/ui/components/toast.ts'

/** Copies a text and says so, or that the browser refused: false. */
export const copyText = async (
  text: string,
  { copied, failed }: { readonly copied: string; readonly failed: string },
): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ state: 'good', text: copied })
    return true
  } catch {
    showToast({ state: 'bad', text: failed })
    return false
  }
}
