import type { Page } from '@playwright/test'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Facts, Visitor } from './facts.ts'

export interface ScreenContext {
  readonly page: Page
  readonly facts: Facts
  readonly lang: Lang
  readonly width: number
  /** Translates a message key into the language of the page. */
  readonly t: (key: string, params?: Readonly<Record<string, unknown>>) => string
}

/** One screenshot: where to go, as whom, and what to do there first. */
export interface Screen {
  readonly name: string
  readonly as: Visitor
  readonly path: (facts: Facts) => string
  readonly prepare?: (context: ScreenContext) => Promise<void>
  /** Values of the device's storage, by name, such as drafts. */
  readonly stored?: (facts: Facts) => Readonly<Record<string, unknown>>
  /** Page errors that this screen provokes. */
  readonly expects?: RegExp
  /** Takes the viewport only: overlays would be lost on a full-page screenshot. */
  readonly windowOnly?: boolean
  /** Widths beside the usual ones, where none is named: tools that are used on a large screen. */
  readonly alsoAt?: readonly number[]
  /** Taken at once, because the page moves on by itself. */
  readonly quick?: boolean
}
