import { addedIds } from '@kartis/seat-map/editor/clipboard.ts'
import type { Command } from '@kartis/seat-map/commands/command.ts'
import type { Guide } from '@kartis/seat-map/editor/snap.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import type { Editor } from './editor-state.ts'
import type { Hand } from './use-lift.ts'

/** What is shown while the hand is down. */
export interface Ghost {
  readonly kind: 'box' | 'line'
  readonly from: Point
  readonly to: Point
}

export interface Names {
  readonly section: string
  readonly tables: string
  readonly area: string
  readonly category: string
  readonly stage: string
  readonly text: string
  /** Says that an outline has as many corners as it may have. */
  readonly onFull: () => void
}

export interface Modifiers {
  readonly shift: boolean
  readonly alt: boolean
}

/** From the press to the release, in centimetres of the hall. */
export interface Gesture {
  readonly move: (to: Point, modifiers: Modifiers) => void
  /** `isClick`: the hand hardly moved. */
  readonly end: (to: Point, isClick: boolean) => void
  readonly cancel: () => void
}

export interface ToolContext {
  readonly editor: Editor
  readonly names: Names
  readonly setGhost: (ghost: Ghost | undefined) => void
  readonly setGuides: (guides: readonly Guide[]) => void
  /** Shows parts where the hand is. */
  readonly hand: Hand
  /** Centimetres of eight pixels. */
  readonly reach: number
}

/** Runs a command and selects what it added. */
export const runAndSelect = ({ run, history, select }: Editor, command: Command): void => {
  const before = history.read().document
  run(command)
  const after = history.read().document
  if (after !== before) select(addedIds(before, after))
}
