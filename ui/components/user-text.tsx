import { isOfBothDirections } from '@kartis/i18n/user-text.ts'
import type { ReactNode } from 'react'

/**
 * A text that people typed, isolated from what stands beside it. It has the direction of its first letter; a text of both
 * directions has that of the page, or its reader would begin with the end of it.
 */
export function UserText({ children }: { readonly children: ReactNode }) {
  // Elements, read as text, are of no direction: a check of the type would weigh on the event page.
  return <bdi data-both={isOfBothDirections(children as string) || undefined}>{children}</bdi>
}
