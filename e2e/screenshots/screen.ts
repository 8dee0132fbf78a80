import type { Page } from '@playwright/test'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Facts, Visitor } from './facts.ts'

export interface Stage {
  readonly page: Page
  readonly facts: Facts
  readonly lang: Lang
  readonly width: number
  /** A word of a catalogue in the language of the page. */
  readonly say: (key: string, params?: Readonly<Record<string, unknown>>) => string
}

/** One picture: where to go, as whom, and what to do there before it is taken. */
export interface Screen {
  readonly name: string
  readonly as: Visitor
  readonly path: (facts: Facts) => string
  readonly prepare?: (stage: Stage) => Promise<void>
  /** Values of the device's storage, by name: drafts that were begun. */
  readonly stored?: (facts: Facts) => Readonly<Record<string, unknown>>
  /** Faults that belong to this screen. */
  readonly expects?: RegExp
  /** The window alone: what floats over it would be lost on a long page. */
  readonly windowOnly?: boolean
  /** Taken at once: the page goes on by itself. */
  readonly quick?: boolean
}
